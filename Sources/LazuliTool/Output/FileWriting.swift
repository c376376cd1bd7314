import Glibc

/// A failed system call.
struct SystemError: Error {
  let number: Int32

  var text: String { String(cString: strerror(number)) }
}

/// Writes all bytes, however often the kernel takes only a part.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count < 0 {
      guard errno == EINTR else { throw SystemError(number: errno) }
      continue
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}
