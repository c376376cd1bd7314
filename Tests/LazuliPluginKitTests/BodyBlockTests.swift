import LazuliPluginKitFull
import Testing

@Suite("Blocks go out and come back")
struct BodyBlockTests {
  @Test("A block that came back is used again")
  func reuse() throws {
    let pool = BlockPool(blockCapacity: 1000, maximumIdleCount: 1)
    let first = try #require(pool.take(for: 1000))
    let place = first.bytes
    first.release()
    let second = try #require(pool.take(for: 900))
    #expect(second.bytes == place)
    second.release()
  }

  @Test("Few bytes get a block of their own size")
  func small() throws {
    let pool = BlockPool(blockCapacity: 1000, maximumIdleCount: 1)
    let block = try #require(pool.take(for: 10))
    #expect(block.capacity == 10)
    block.release()
  }

  @Test("A block outlives its pool")
  func outliving() throws {
    var pool: BlockPool? = BlockPool(blockCapacity: 1000, maximumIdleCount: 1)
    var block = try #require(pool?.take(for: 1000))
    pool = nil
    block.count = 1000
    block.bytes.storeBytes(of: 7, toByteOffset: 999, as: UInt8.self)
    let body = block.body
    #expect(body.bytes.data[999] == 7)
    body.release(body.owner)
  }

  @Test("What is free begins behind what counts")
  func free() throws {
    var block = try #require(BodyBlock(capacity: 8))
    block.start = 2
    block.count = 3
    #expect(block.free.count == 3)
    #expect(block.free.baseAddress == block.bytes + 5)
    block.release()
  }
}

@Suite("Field lists keep order and repetition")
struct FieldListTests {
  @Test("Repeated fields stay apart, a folded one is lengthened, and fields can be dropped")
  func fields() {
    var list = FieldList()
    list.append("A".utf8, "1".utf8)
    list.append("B".utf8, "2".utf8)
    list.append("A".utf8, "3".utf8)
    list.extendLast(with: " 4".utf8)
    #expect(texts(list) == ["A: 1", "B: 2", "A: 3 4"])
    list.removeAll { $0.elementsEqual("B".utf8) }
    #expect(texts(list) == ["A: 1", "A: 3 4"])
  }

  private func texts(_ list: FieldList) -> [String] {
    (0..<list.count).map { index in
      String(decoding: list.name(at: index), as: UTF8.self) + ": "
        + String(decoding: list.value(at: index), as: UTF8.self)
    }
  }
}
