import Glibc
import LazuliCore
import LazuliTestKit
import Testing

@testable import Lazuli

@Suite("What a waiting task takes in memory")
struct TaskSizeTests {
  @Test("A request is held once by its copies and tasks, until one of them is changed")
  func sharing() throws {
    let request = try ImageRequest("https://a.test/")
    var copy = request
    let pipeline = ImagePipeline.fake(ScriptedTransport { _ in [.hang] })
    let task = pipeline.task(for: copy)
    defer { task.cancel() }
    #expect(request.shared === copy.shared)
    #expect(task.request.shared === request.shared)
    copy.priority = .high
    copy.options.limits = DecodingLimits()
    #expect(request.shared !== copy.shared)
    #expect(request.priority == .normal)
    #expect(request.options.limits == nil)
    #expect(copy.priority == .high)
    #expect(copy.options.limits == DecodingLimits())
  }

  @Test("A changed request is compared by what it says now")
  func comparing() throws {
    var request = try ImageRequest("https://a.test/")
    let before = (request.shared.fetchHash, request.shared.decodeHash)
    request.url = try ResourceURL("https://b.test/")
    request.options.pixelFormat = .gray8
    #expect(request.shared.fetchHash != before.0)
    #expect(request.shared.decodeHash != before.1)
  }

  @Test("A task which waits is one small object and its board; nothing is made for observers that it does not have")
  func objects() throws {
    let pipeline = ImagePipeline.fake(ScriptedTransport { _ in [.hang] })
    let task = pipeline.task(for: try ImageRequest("https://a.test/"))
    defer { task.cancel() }
    let objects = [task as AnyObject, TaskBoard(task.request.shared), task.request.shared]
    let sizes = try objects.map { try byteCount(of: $0) }
    #expect(sizes[0] <= 56)
    #expect(sizes[1] <= 72)
    #expect(sizes[2] <= 360)
    #expect(MemoryLayout<JobKey>.stride == 16)
  }

  /// What the allocator gave; Swift's module of it leaves its header out.
  private func byteCount(of object: AnyObject) throws -> Int {
    typealias Size = @convention(c) (UnsafeMutableRawPointer?) -> Int
    let size = unsafeBitCast(try #require(dlsym(nil, "malloc_usable_size")), to: Size.self)
    return size(Unmanaged.passUnretained(object).toOpaque())
  }

  @Test("Ids of jobs sort by age, come once, and find nothing when their job is gone")
  func slots() {
    var slots = JobSlots<Int>()
    let first = slots.insert(1)
    let second = slots.insert(2)
    #expect(slots.remove(first) == 1)
    let third = slots.insert(3)
    slots[first] = 9
    slots[third]? += 1
    #expect(first < second && second < third && third < slots.makeID())
    #expect((slots[first], slots[second], slots[third]) == (nil, 2, 4))
    #expect(slots.remove(first) == nil)
    #expect(slots.count == 2)
  }
}
