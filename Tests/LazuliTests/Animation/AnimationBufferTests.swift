import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("Frames decoded ahead")
struct AnimationBufferTests {
  private let play: (inout PlaybackMachine) -> Void = { $0.play() }

  @Test("Nothing is decoded before there is a player, and then a window only")
  func window() throws {
    var run = try BufferRun(frameCount: 100, room: 16, expectedCount: 100)
    #expect(run.busy.isEmpty)
    _ = run.addPlayer()
    run.decodeAll()
    #expect(run.decoded == [0, 1, 2, 3])
  }

  @Test("As the player goes on frames are decoded and let go, and each play decodes anew")
  func rolling() throws {
    var run = try BufferRun(frameCount: 20, room: 16, expectedCount: 20)
    let player = run.addPlayer()
    run.decodeAll()
    run.look(player, at: 0, play)
    for turn in 1..<60 {
      #expect(run.look(player, at: turn * 100) == turn % 20)
      run.decodeAll()
    }
    #expect(run.decoded == (0..<63).map { $0 % 20 })
    #expect(run.peak <= 5 && run.passes.count <= 1)
  }

  @Test("What fits stays decoded: the second play decodes nothing")
  func keptWhole() throws {
    var run = try BufferRun(frameCount: 16, room: 16)
    let player = run.addPlayer()
    run.decodeAll()
    run.look(player, at: 0, play)
    for turn in 1..<100 {
      #expect(run.look(player, at: turn * 100) == turn % 16)
      run.decodeAll()
    }
    #expect(run.decoded == Array(0..<16) && run.passes.isEmpty)
  }

  @Test("Views at different positions of what fits share all frames")
  func sharedWhole() throws {
    var run = try BufferRun(frameCount: 16, room: 16)
    let players = (0..<10).map { _ in run.addPlayer() }
    for (place, player) in players.enumerated() {
      run.look(player, at: 0) { $0.seek(to: .frame(place)) }
      run.look(player, at: 0, play)
    }
    run.decodeAll()
    for turn in 0..<50 {
      for (place, player) in players.enumerated() {
        #expect(run.look(player, at: turn * 100) == (place + turn) % 16)
        run.decodeAll()
      }
    }
    #expect(run.decoded.sorted() == Array(0..<16))
  }

  @Test("Two views less than a window apart share a reader: each frame is decoded once a play")
  func sharedWindow() throws {
    var run = try BufferRun(frameCount: 50, room: 16, expectedCount: 50)
    let first = run.addPlayer()
    run.decodeAll()
    run.look(first, at: 0, play)
    run.decodeAll()
    let second = run.addPlayer()
    run.look(first, at: 250)
    run.look(second, at: 250, play)
    run.decodeAll()
    run.forgetDecoded()
    var later = 0
    for time in stride(from: 260, through: 25_260, by: 10) {
      run.look(first, at: time)
      let shown = run.look(second, at: time)
      later += shown == nil ? 1 : 0
      run.decodeAll()
    }
    #expect(run.decoded.count <= 5 * 50 + 8, "decoded \(run.decoded.count) frames in five plays")
    #expect(later == 0 && run.peak <= 9)
  }

  @Test("Views further apart have a reader each")
  func apart() throws {
    var run = try BufferRun(frameCount: 50, room: 16, expectedCount: 50)
    let first = run.addPlayer()
    run.decodeAll()
    run.look(first, at: 0, play)
    for turn in 1...20 {
      run.look(first, at: turn * 100)
      run.decodeAll()
    }
    let second = run.addPlayer()
    run.decodeAll()
    #expect(run.look(second, at: 2000) == 0 && run.passes.count == 2)
    #expect(run.decoded.suffix(4) == [0, 1, 2, 3])
    #expect(run.look(first, at: 2100) == 21)
  }

  @Test("One view too many joins the nearest ahead, and plays on with it")
  func tooMany() throws {
    var run = try BufferRun(frameCount: 100, room: 16, positions: 2, expectedCount: 100)
    let players = (0..<3).map { _ in run.addPlayer() }
    for (player, place) in zip(players, [10, 50, 30]) {
      run.look(player, at: 0) { $0.play() }
      run.look(player, at: 0) { $0.seek(to: .frame(place)) }
      run.decodeAll()
    }
    // Who sought last has its place; the first one has to go.
    #expect(run.look(players[2], at: 10) == 30 && run.look(players[1], at: 10) == 50)
    #expect(run.look(players[0], at: 10) == 30)
    #expect(run.passes.count == 2)
  }

  @Test("Seeking forward uses the reader that is on its way, seeking back begins anew")
  func seeking() throws {
    var run = try BufferRun(frameCount: 100, room: 16, expectedCount: 100)
    let player = run.addPlayer()
    run.decodeAll()
    #expect(run.look(player, at: 0) { $0.seek(to: .frame(60)) } == nil)
    run.decodeAll()
    #expect(run.decoded == Array(0..<64) && run.woken == [player])
    #expect(run.look(player, at: 0) == 60)
    run.forgetDecoded()
    run.look(player, at: 0) { $0.seek(to: .frame(30)) }
    run.decodeAll()
    #expect(run.look(player, at: 0) == 30)
    #expect(run.decoded == Array(0..<34) && run.peak <= 9)
  }

  @Test("A seek to a time behind what is known reads on until it is found")
  func seekToTime() throws {
    var run = try BufferRun(frameCount: 100, room: 16, expectedCount: 100)
    let player = run.addPlayer()
    run.look(player, at: 0) { $0.seek(to: .time(.milliseconds(4050))) }
    run.decodeAll()
    #expect(run.look(player, at: 0) == 40)
    run.look(player, at: 0) { $0.seek(to: .time(.seconds(999))) }
    run.decodeAll()
    #expect(run.look(player, at: 0) == 99)
  }

  @Test("A view that has ended needs nothing; with the last view all goes")
  func endings() throws {
    var run = try BufferRun(frameCount: 10, room: 4, expectedCount: 10)
    let player = run.addPlayer(playCount: 1)
    run.look(player, at: 0, play)
    run.decodeAll()
    for turn in 0...10 {
      run.look(player, at: turn * 100)
      run.decodeAll()
    }
    #expect(run.machines[player]?.motion == .ended && run.passes.isEmpty && run.buffer.frames.isEmpty)
    #expect(run.decoded == Array(0..<10))
    let other = run.addPlayer()
    #expect(run.busy.count == 1)
    run.removePlayer(player)
    run.removePlayer(other)
    #expect(run.busy.isEmpty && run.passes.isEmpty && run.buffer.frames.isEmpty)
  }

  @Test("After a failure the frames so far are the animation, and it is told once")
  func failed() throws {
    for room in [4, 100] {
      var run = try BufferRun(frameCount: 10, room: room, expectedCount: 30, failsAtEnd: true)
      let player = run.addPlayer()
      run.look(player, at: 0, play)
      run.decodeAll()
      for turn in 0..<50 {
        #expect(run.look(player, at: turn * 100) == turn % 10)
        run.decodeAll()
      }
      #expect(run.told.map(\.code) == [.corrupt])
    }
  }

  @Test("A file without a frame that can be decoded leaves everyone at rest")
  func nothing() throws {
    var run = try BufferRun(frameCount: 0, room: 4, failsAtEnd: true)
    let player = run.addPlayer()
    run.look(player, at: 0, play)
    run.decodeAll()
    #expect(run.look(player, at: 100) == nil)
    #expect(run.told.count == 1 && run.busy.isEmpty && run.machines[player]?.motion == .ended)
  }

  @Test("However many views, at whatever places, memory stays bounded and each gets its frame")
  func walk() throws {
    var random = SeededGenerator(7)
    for positions in 1...3 {
      for expected in [nil, 60, 7] { try walk(&random, positions: positions, expectedCount: expected) }
    }
  }

  private func walk(_ random: inout SeededGenerator, positions: Int, expectedCount: Int?) throws {
    let room = 12
    var run = try BufferRun(frameCount: 60, room: room, positions: positions, expectedCount: expectedCount)
    var players: [AnimationBuffer.PlayerID] = []
    var time = 0
    for _ in 0..<1500 {
      time += Int.random(in: 0...60, using: &random)
      let player = players.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<20, using: &random) {
      case 0 where players.count < 30: players.append(run.addPlayer(playCount: Int.random(in: 0...2, using: &random)))
      case 1 where players.count > 20:
        run.removePlayer(player)
        players.removeAll { $0 == player }
      case 2:
        let place = Int.random(in: 0..<70, using: &random)
        run.look(player, at: time) { $0.seek(to: .frame(place)) }
      case 3: run.look(player, at: time) { $0.pause() }
      case 4...6: run.look(player, at: time, play)
      case 7: run.look(player, at: time) { $0.setRate([0.5, 1, 3].randomElement(using: &random) ?? 1) }
      case 8...13: run.look(player, at: time)
      default: if !run.busy.isEmpty { run.decode(Int.random(in: run.busy.indices, using: &random)) }
      }
      #expect(run.passes.count <= positions)
    }
    // Each reader may bring one frame more before others are let go.
    #expect(run.peak <= max(room, 4 * positions) + positions, "\(run.peak) frames of \(room) were kept")
    run.decodeAll()
    for player in players {
      // Who was moved learns of it when it looks, and then has its frame.
      _ = run.look(player, at: time)
      run.decodeAll()
      #expect(run.look(player, at: time) != nil || run.machines[player]?.motion == .ended)
    }
  }
}
