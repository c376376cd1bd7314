import Glibc
import Lazuli

/// Writes the sheet.
enum SheetFile {
  static func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
    guard let file = fopen(path, "wb") else {
      throw ImageError(.inputOutput, at: .write, "Cannot write \(path)")
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw ImageError(.inputOutput, at: .write, "Cannot write all of \(path)")
    }
  }
}
