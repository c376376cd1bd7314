import LazuliCore

/// Jobs, queues and deadlines of a pipeline: pure. What is to be done about a change is in
/// `takeOrders`, in its order.
struct Schedule {
  enum Order {
    case graph(JobGraph.Action)
    /// A job has ended: let go of it.
    case forget(JobID)
    case setAlarm(Duration)
  }

  private(set) var graph = JobGraph()
  private var transfers: TransferQueue
  private var deadlines = PriorityQueue<TaskID, Duration>()
  private var alarm: Duration?
  private var orders: [Order] = []

  init(_ settings: PipelineSettings) {
    transfers = TransferQueue(settings.transfers)
  }

  var waitingTransferCount: Int { transfers.count }

  /// Settles what follows from the changes so far, and answers what is to be done.
  mutating func takeOrders(at now: Duration) -> [Order] {
    var rateTime: Duration?
    repeat {
      sortActions()
      switch transfers.next(at: now) {
      case .start(let job): graph.start(job)
      case .later(let time): rateTime = time
      case .nothing: break
      }
    } while graph.hasActions
    setAlarm([deadlines.firstRank, rateTime].compactMap(\.self).min())
    defer { orders = [] }
    return orders
  }

  /// Only to an earlier time: what it rings for may be gone by then, and it is set anew when it has rung. So it
  /// is not touched with each task that comes and goes.
  private mutating func setAlarm(_ time: Duration?) {
    guard let time, alarm.map({ time < $0 }) ?? true else { return }
    alarm = time
    orders.append(.setAlarm(time))
  }

  private mutating func sortActions() {
    for action in graph.takeActions() {
      switch action {
      case .enqueue(let job):
        if let origin = graph.origin(of: job), let priority = graph.priority(of: job) {
          transfers.add(job, for: origin, priority)
        }
      case .dequeue(let job, let key): transfers.remove(job, for: key.origin)
      case .move(let job, let priority):
        if let origin = graph.origin(of: job) { transfers.move(job, for: origin, to: priority) }
        orders.append(.graph(action))
      default: orders.append(.graph(action))
      }
    }
  }
}

extension Schedule {
  mutating func subscribe(
    _ task: TaskID, to key: JobKey, _ priority: RequestPriority, wantsPreviews: Bool, deadline: Duration?
  ) -> JobID {
    if let deadline { deadlines.set(task, deadline) }
    return graph.subscribe(task, to: key, priority, wantsPreviews: wantsPreviews)
  }

  mutating func leave(_ task: TaskID, _ job: JobID) {
    deadlines.remove(task)
    graph.leave(task, job)
  }

  mutating func setPriority(_ priority: RequestPriority, of task: TaskID, _ job: JobID) {
    graph.setPriority(priority, of: task, job)
  }

  /// A task whose time is up by now; it is still to leave.
  mutating func overdueTask(at now: Duration) -> TaskID? {
    guard let time = deadlines.firstRank, time <= now else { return nil }
    return deadlines.popFirst()
  }

  /// The alarm rang: it is not set any more.
  mutating func alarmRang() { alarm = nil }

  mutating func makeID() -> JobID { graph.makeID() }

  mutating func finish(_ job: JobID) -> (tasks: [TaskID], jobs: [JobID])? {
    guard let takers = graph.finish(job) else { return nil }
    for task in takers.tasks { deadlines.remove(task) }
    orders.append(.forget(job))
    return takers
  }

  mutating func fetchEnded(_ fetch: JobID, served: Set<JobID>) {
    guard let origin = graph.origin(of: fetch) else { return }
    transfers.release(origin)
    orders.append(.forget(fetch))
    graph.fetchEnded(fetch, served: served)
  }

  mutating func turnAway(_ job: JobID, from fetch: JobID) {
    graph.turnAway(job, from: fetch)
  }
}

extension JobGraph {
  /// Who a fetch asks.
  func origin(of job: JobID) -> URLOrigin? { key(of: job)?.origin }
}

extension JobKey {
  var origin: URLOrigin { request.value.url.origin }
}
