import LazuliABI

/// Reads the smaller of what the other side wrote and what this side knows; the rest stays zero.
func readStruct<Value: BitwiseCopyable>(_ source: UnsafePointer<Value>, size: UInt32, empty: Value) -> Value {
  var value = empty
  let known = MemoryLayout<Value>.size
  let count = Int(size) < known ? Int(size) : known
  withUnsafeMutableBytes(of: &value) { target in
    target.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count))
  }
  return value
}

func readLimits(_ limits: UnsafePointer<lzl_limits>?) -> lzl_limits {
  guard let limits else { return lzl_limits() }
  return readStruct(limits, size: limits.pointee.struct_size, empty: lzl_limits())
}
