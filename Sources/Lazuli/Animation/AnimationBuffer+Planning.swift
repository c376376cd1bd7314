import LazuliCore

extension AnimationBuffer {
  /// What is to be done now, and the frames that are let go: for the caller to drop.
  mutating func settle() -> (actions: [Action], dropped: [ImageFrame]) {
    var dropped: [ImageFrame] = []
    if isDirty {
      isDirty = false
      let groups = makeGroups()
      dropped = evict()
      assign(groups)
    }
    defer { actions = [] }
    return (actions, dropped)
  }

  private mutating func makeGroups() -> [PlayerGroup] {
    var groups: [PlayerGroup] = []
    let cycle = timeline.isComplete ? timeline.count : nil
    let window = keepsAll ? Int.max : windowFrameCount
    for place in players.indices.sorted(by: { players[$0].isAhead(of: players[$1]) }) {
      guard let need = need(of: players[place].wish) else { continue }
      if groups.indices.contains(where: { groups[$0].admit(need, within: window, cycle: cycle) }) { continue }
      if groups.count < limits.positionCount {
        groups.append(PlayerGroup(need))
      } else {
        move(place, from: need.position, to: groups.map(\.position))
      }
    }
    return groups
  }

  private func need(of wish: Wish) -> FrameNeed? {
    guard let target = wish.position, !(timeline.isComplete && timeline.count == 0) else { return nil }
    guard let position = timeline.find(target)?.index else {
      // Somewhere behind what is known.
      return FrameNeed(position: timeline.count, missing: timeline.count, isWanted: true)
    }
    let end = position + windowFrameCount
    let missing = (position...end).first { place in
      frameIndex(place, wish).map { frames[$0] == nil } ?? false
    }
    return FrameNeed(position: position, missing: missing, isWanted: missing.map { $0 < end } ?? false)
  }

  /// The frame at a place counted on over the end; `nil` where the animation does not go on.
  private func frameIndex(_ place: Int, _ wish: Wish) -> Int? {
    guard timeline.isComplete, place >= timeline.count else { return place }
    return wish.repeats ? place % timeline.count : nil
  }

  /// Sends a player to the nearest of `positions` ahead.
  private mutating func move(_ place: Int, from here: Int, to positions: [Int]) {
    let count = max(timeline.count, 1)
    func distance(_ position: Int) -> Int { (position - here + count) % count }
    guard let there = positions.map({ $0 % count }).min(by: { distance($0) < distance($1) }), there != here else {
      return
    }
    players[place].move = there
    players[place].wish.position = .frame(there)
    if players[place].isWaiting { actions.append(.wake(players[place].id)) }
    players[place].isWaiting = false
  }

  private mutating func evict() -> [ImageFrame] {
    guard players.isEmpty || !keepsAll else { return [] }
    let kept = players.reduce(into: Set<Int>()) { $0.formUnion(window(of: $1.wish)) }
    let dropped = frames.filter { !kept.contains($0.key) }
    for index in dropped.keys { frames[index] = nil }
    return Array(dropped.values)
  }

  private func window(of wish: Wish) -> [Int] {
    guard let first = wish.position.flatMap({ timeline.find($0)?.index }) else { return [] }
    return (first..<first + windowFrameCount).compactMap { frameIndex($0, wish) }
  }

  /// Gives each group the reader that comes to it soonest, closes the rest, and sets to work who is needed.
  private mutating func assign(_ groups: [PlayerGroup]) {
    var free = readers
    readers = []
    let needs = groups.compactMap { group in
      group.missing.map { (index: timeline.isComplete ? $0 % timeline.count : $0, isWanted: group.isWanted) }
    }
    for need in needs.sorted(by: { $0.index < $1.index }) {
      var reader = takeReader(reaching: need.index, from: &free) ?? startReader()
      if need.isWanted, !reader.isBusy {
        reader.isBusy = true
        actions.append(.advance(reader.id))
      }
      readers.append(reader)
    }
    actions.append(contentsOf: free.map { .close($0.id) })
  }

  private func takeReader(reaching index: Int, from free: inout [Reader]) -> Reader? {
    let reachable = free.indices.filter { free[$0].next <= index }
    return reachable.max { free[$0].next < free[$1].next }.map { free.remove(at: $0) }
  }

  private mutating func startReader() -> Reader {
    let reader = Reader(id: makeID())
    actions.append(.start(reader.id))
    return reader
  }
}

extension AnimationBuffer.Player {
  /// Who sought last, then who came first.
  fileprivate func isAhead(of other: Self) -> Bool {
    rank != other.rank ? rank > other.rank : id < other.id
  }
}
