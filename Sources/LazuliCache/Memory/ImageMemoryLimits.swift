internal import Glibc

/// How much a memory cache keeps, and for how long.
public struct ImageMemoryLimits: Sendable, Hashable {
  /// Pixels, kept encoded bytes and metadata together; 0 keeps nothing.
  public var maximumByteCount: Int
  public var maximumCount: Int
  /// Since an image was put in; `nil`: for ever.
  public var maximumAge: Duration?

  /// Unless said, a fifth of the machine's memory and 512 MiB at the most.
  public init(maximumByteCount: Int? = nil, maximumCount: Int = 10_000, maximumAge: Duration? = nil) {
    self.maximumByteCount = maximumByteCount ?? min(Self.machineByteCount / 5, 512 << 20)
    self.maximumCount = maximumCount
    self.maximumAge = maximumAge
  }

  private static var machineByteCount: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let page = sysconf(Int32(_SC_PAGESIZE))
    return pages > 0 && page > 0 ? pages * page : 512 << 20
  }
}
