import Glibc
import LazuliCore

extension FilePolicy {
  /// The same with the true paths of its roots, as they are now: what a transport tells of the files
  /// that it opened is compared with these. Reads the file system.
  func followingLinks() -> FilePolicy {
    var policy = self
    policy.roots = roots?.map { Self.truePath(of: $0) ?? $0 }
    return policy
  }

  /// `nil` for what is not there.
  private static func truePath(of path: [UInt8]) -> [UInt8]? {
    let resolved = (path + [0]).withUnsafeBytes { realpath($0.bindMemory(to: CChar.self).baseAddress, nil) }
    guard let resolved else { return nil }
    defer { free(resolved) }
    return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }
}
