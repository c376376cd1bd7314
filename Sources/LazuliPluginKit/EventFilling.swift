import LazuliABI

extension lzl_event {
  mutating func fill(_ error: PluginError, kind: UInt32) {
    self.kind = kind
    payload.error = error.cValue
  }

  mutating func fillOutOfOrder() {
    fill(PluginError(LZL_ERROR_INVALID_STATE, "A step was made where another call was due"), kind: LZL_EVENT_ERROR)
  }

  mutating func fillDone(_ frameCount: UInt32, _ playCount: UInt32) {
    kind = LZL_EVENT_DONE
    payload.done = lzl_done(frame_count: frameCount, play_count: playCount)
  }

  /// The steps which need no bookkeeping.
  mutating func fill(_ step: DecoderStep, frame: UInt32) {
    switch step {
    case .metadata(let kind, let index, let size):
      self.kind = LZL_EVENT_METADATA
      payload.metadata = lzl_metadata(kind: kind, index: index, size: UInt64(size), value: 0)
    case .value(let kind, let value):
      self.kind = LZL_EVENT_METADATA
      payload.metadata = lzl_metadata(kind: kind, index: 0, size: 0, value: value)
    case .rows(let first, let count, let pass):
      self.kind = LZL_EVENT_ROWS
      payload.rows = lzl_rows(
        first: UInt32(clamping: first), count: UInt32(clamping: count), pass: UInt32(clamping: pass), reserved: 0)
    case .passDone(let pass, let count):
      self.kind = LZL_EVENT_PASS_DONE
      payload.pass = lzl_pass(pass: UInt32(clamping: pass), pass_count: UInt32(clamping: count))
    case .frameDone:
      self.kind = LZL_EVENT_FRAME_DONE
      payload.frame_done = lzl_frame_done(index: frame, reserved: 0)
    case .warning(let error):
      fill(error, kind: LZL_EVENT_WARNING)
    default:
      self.kind = LZL_EVENT_CONTINUE
    }
  }
}
