import Lazuli
import LazuliTestSupport

extension ImagePipeline {
  /// What becomes of a file: an image or an error.
  func outcome(of url: String, _ options: ImageOptions = .storedColors) async -> Result<DecodedImage, ImageError> {
    do throws(ImageError) {
      return .success(try await image(for: url, options))
    } catch {
      return .failure(error)
    }
  }
}

extension ImagePipeline {
  /// What becomes of bytes: an image or an error.
  func outcome(of bytes: [UInt8], _ options: ImageOptions = .storedColors) async -> Result<DecodedImage, ImageError> {
    do throws(ImageError) {
      return .success(try await image(from: bytes, options))
    } catch {
      return .failure(error)
    }
  }
}

extension ImageOptions {
  /// Without colour management, as the files of expectations have it.
  static var storedColors: ImageOptions {
    var options = ImageOptions()
    options.colorSpace = .asStored
    return options
  }

  /// The same, with ink made colour by the formula, as decoders without colour management do it.
  static var formulaColors: ImageOptions {
    var options = storedColors
    options.pixelFormat = nil
    options.processors = [ConvertProcessor(to: .rgba8, allowsLoss: true)]
    return options
  }
}

extension Cases {
  /// The URL of a file of the folder.
  func url(_ file: String) -> String { "file://\(path)/\(file)" }
}

extension DecodedImage {
  /// All pictures: the frames of an animation, or the one of a still image.
  func allFrames() async throws(ImageError) -> [ImageFrame] {
    guard let pass = frames?.makePass() else {
      return [ImageFrame(index: 0, pixels: pixels, delay: .init(numerator: 0, denominator: 100))]
    }
    var all: [ImageFrame] = []
    while let frame = try await pass.next() { all.append(frame) }
    return all
  }
}

extension ImageFrame {
  /// As stored.
  var delayMilliseconds: Double { Double(delay.numerator) * 1000 / Double(delay.denominator) }
}
