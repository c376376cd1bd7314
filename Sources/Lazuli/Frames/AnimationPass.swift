import LazuliCore
import Synchronization

/// One pass over an animation's frames. The decoder is made with the first frame that is asked for.
final class AnimationPass: ImageFramePass, @unchecked Sendable {
  // Unchecked: `reader` is touched on decode threads only, by the one call that holds `isBusy`.
  private let tools: DecodeTools
  private let reader: FrameReader
  private let interrupter = Interrupter()
  private let holder: PixelMemory.Holder
  private let isBusy = Mutex(false)

  init(
    tools: DecodeTools, provider: any ImageDecoderProvider, chunks: [ByteChunk], header: ImageHeader,
    options: ImageOptions
  ) {
    self.tools = tools
    holder = tools.memory.makeHolder()
    reader = FrameReader(
      tools: tools, provider: provider, chunks: chunks, header: header, options: options, interrupter: interrupter)
  }

  func next() async throws(ImageError) -> ImageFrame? {
    guard
      isBusy.withLock({ isBusy in
        isBusy
          ? false
          : {
            isBusy = true
            return true
          }()
      })
    else {
      throw ImageError(.invalidRequest, at: .decode, "A pass has one caller at a time; make a pass for each")
    }
    defer { isBusy.withLock { $0 = false } }
    let answer: Result<ImageFrame?, ImageError> = await withTaskCancellationHandler {
      // Held for one frame: a player may rest after each.
      await tools.memory.wait(for: reader.pixelByteCount, holder, .veryHigh)
      defer { tools.memory.release(holder) }
      return await advance()
    } onCancel: {
      interrupter.interrupt()
    }
    return try answer.get()
  }

  private func advance() async -> Result<ImageFrame?, ImageError> {
    do throws(ImageError) {
      while !Task.isCancelled {
        let turn = try await tools.threads.perform { [self] () throws(ImageError) in
          try reader.turn(for: .milliseconds(8))
        }
        switch turn {
        case .frame(let frame): return .success(frame)
        case .end: return .success(nil)
        case .more: continue
        }
      }
      throw .cancelledLoad
    } catch {
      return .failure(Task.isCancelled ? .cancelledLoad : error)
    }
  }
}
