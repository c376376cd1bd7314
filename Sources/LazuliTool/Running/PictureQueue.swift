import Lazuli

/// The pictures of a list, each once wherever it stands, in the order of their first places: first come, first
/// served, but no more of one host at once than that. Pure.
struct PictureQueue {
  /// A picture, and where in the list it stands.
  struct Entry {
    let location: ImageLocation
    fileprivate(set) var places: [Int]
    fileprivate let host: URLOrigin?
  }

  let entries: [Entry]
  private let maximumPerHost: Int
  /// The first entry that nobody has looked at.
  private var position = 0
  private var runningCounts: [URLOrigin: Int] = [:]
  /// Passed over, as their hosts had no room.
  private var passed: [URLOrigin: ArraySlice<Int>] = [:]
  /// Passed over before, and their hosts have room now.
  private var ready: ArraySlice<Int> = []

  init(_ locations: [ImageLocation], maximumPerHost: Int) {
    self.maximumPerHost = maximumPerHost
    var entries: [Entry] = []
    var numbers: [ImageLocation.Key: Int] = [:]
    for (place, location) in locations.enumerated() {
      let resource = location.resource
      let key = ImageLocation.Key(location, resource)
      if let number = numbers[key] {
        entries[number].places.append(place)
      } else {
        numbers[key] = entries.count
        let origin = resource?.origin
        let hasHost = origin?.host?.isEmpty == false
        entries.append(Entry(location: location, places: [place], host: hasHost ? origin : nil))
      }
    }
    self.entries = entries
  }

  /// The number of the entry that may start now; `nil` where there is none.
  mutating func next() -> Int? {
    if let number = ready.popFirst() { return number }
    while position < entries.count {
      let number = position
      position += 1
      guard let host = entries[number].host else { return number }
      if runningCounts[host, default: 0] < maximumPerHost {
        runningCounts[host, default: 0] += 1
        return number
      }
      passed[host, default: []].append(number)
    }
    return nil
  }

  /// An entry is done: the next of its host that was passed over takes its turn.
  mutating func end(_ number: Int) {
    guard let host = entries[number].host else { return }
    if let next = passed[host]?.popFirst() {
      ready.append(next)
    } else {
      runningCounts[host, default: 1] -= 1
    }
  }
}

extension ImageLocation {
  /// Locations of one picture have equal keys.
  fileprivate enum Key: Hashable {
    case resource(ResourceURL)
    /// What is no URL, and will fail as such.
    case text(String)
    case standardInput

    init(_ location: ImageLocation, _ resource: ResourceURL?) {
      switch location {
      case .standardInput: self = .standardInput
      case .url(let text, _): self = resource.map { .resource($0.withoutFragment) } ?? .text(text)
      }
    }
  }
}
