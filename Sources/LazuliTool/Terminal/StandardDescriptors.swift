import Glibc

/// Standard input, output and error, which whoever started the program may have closed.
enum StandardDescriptors {
  /// Puts something in the place of those that are closed, or the next file that is opened gets their
  /// number, and what is meant for people goes into it. To use them fails as before.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one. Opened the wrong way round: nobody reads or writes.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
