import CLibMD
import Glibc
import Lazuli

/// A file that has thumbnails: by its URI they are found, by its time it is known whether they are of today.
struct ThumbnailSource: Sendable {
  let path: [UInt8]
  let uri: String
  /// Seconds since 1970.
  private let modificationTime: Int
  private let byteCount: Int

  /// Looks at the file. Throws `invalidRequest` for what is no file, `notFound`, `accessDenied`, `inputOutput`.
  init(_ location: ImageLocation) throws(ImageError) {
    guard case .url(let text, _) = location, let url = try? ResourceURL(text), url.scheme == "file" else {
      throw ImageError(.invalidRequest, at: .request, "Only files have thumbnails; fetch the picture first")
    }
    path = FileURI.absolute(url.decodedPath)
    uri = FileURI.text(ofPath: path)
    var status = stat()
    let name = path.map(CChar.init(bitPattern:)) + [0]
    guard stat(name, &status) == 0 else { throw TextFile.error(errno, location.name) }
    modificationTime = status.st_mtim.tv_sec
    byteCount = Int(status.st_size)
  }

  /// The name of its thumbnails.
  var fileName: String { Self.fileName(for: uri) }

  /// What it is called in a shared repository, `.sh_thumbnails` beside it: by its name alone.
  var sharedURI: String { FileURI.escaped(Array(path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])) }

  /// Where a shared repository has its thumbnail; `nil` for a folder whose name is not UTF-8.
  func sharedPath(_ size: ThumbnailSize) -> String? {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")),
      let folder = String(validating: path[..<slash], as: UTF8.self)
    else { return nil }
    return "\(folder)/.sh_thumbnails/\(size.rawValue)/\(Self.fileName(for: sharedURI))"
  }

  /// What says that a thumbnail is the file's, as it is now.
  var texts: [ImageText] {
    [
      ImageText("Thumb::URI", uri), ImageText("Thumb::MTime", String(modificationTime)),
      ImageText("Thumb::Size", String(byteCount)), ImageText("Software", "Lazuli \(lazuliVersion)"),
    ]
  }

  /// Whether a thumbnail with these texts is the file's, as it is now; `uri` is the one that it is kept under.
  func isShown(by texts: [MetadataItem], under uri: String) -> Bool {
    func value(_ wanted: String) -> String? {
      for case .text(wanted, let text) in texts { return text }
      return nil
    }
    let size = value("Thumb::Size")
    return value("Thumb::URI") == uri && value("Thumb::MTime") == String(modificationTime)
      && (size == nil || size == String(byteCount))
  }

  /// MD5 of a URI, in hexadecimal, and ".png".
  static func fileName(for uri: String) -> String {
    var digits = [CChar](repeating: 0, count: 2 * Int(MD5_DIGEST_LENGTH) + 1)
    let bytes = Array(uri.utf8)
    MD5Data(bytes, bytes.count, &digits)
    return String(decoding: digits.dropLast().map(UInt8.init), as: UTF8.self) + ".png"
  }
}
