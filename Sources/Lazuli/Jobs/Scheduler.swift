import LazuliCore
import Synchronization

/// Runs the jobs of one pipeline: asks the `Schedule` under one short lock what is to be done, and does it outside.
///
/// What is to be done is done in the order of the asking, by one thread at a time, whichever comes first: no job is
/// told to stop before it is told to start.
final class Scheduler: Sendable {
  struct State {
    var schedule: Schedule
    var tasks: [TaskID: Subscription] = [:]
    /// The larger images of jobs that are to be made of one.
    var largerImages: [JobID: DecodedImage] = [:]
    /// What was told of jobs which run, for tasks that come late.
    var news: [JobID: JobNews] = [:]
    var orders: [Schedule.Order] = []
    var isCarryingOut = false
  }

  struct Subscription {
    let listener: any TaskListener
    let job: JobID
  }

  let engine: Engine
  let state: Mutex<State>
  /// The jobs at work; touched by whoever carries out orders.
  let table = JobTable()
  private let lastTask = Atomic<TaskID>(0)
  private let alarm: any PipelineAlarm

  init(_ engine: Engine) {
    self.engine = engine
    state = Mutex(State(schedule: Schedule(engine.settings)))
    let bell = AlarmBell()
    alarm = engine.clock.makeAlarm { bell.ring() }
    bell.scheduler = self
  }

  func makeTaskID() -> TaskID { lastTask.add(1, ordering: .relaxed).newValue }

  /// For a decode that nobody shares.
  func makeJobID() -> JobID { state.withLock { $0.schedule.makeID() } }

  // MARK: For tasks

  /// Starts what the task needs, or joins it. The listener is held until the task ends. `larger`: what the key's image
  /// is made of, if it is made of one.
  func add(
    _ task: TaskID, _ listener: any TaskListener, for key: JobKey, larger: DecodedImage? = nil
  ) throws(ImageError) {
    try engine.threads.start()
    let now = engine.clock.now
    let request = key.request.value
    let timeout = request.timeout ?? engine.settings.taskTimeout
    let news: [TaskNews] = change(at: now) { state in
      let job = state.schedule.subscribe(
        task, to: key, request.priority, wantsPreviews: request.wantsPreviews, deadline: timeout.map { now + $0 })
      state.tasks[task] = Subscription(listener: listener, job: job)
      if let larger, let first = state.schedule.graph.chain(of: job).last { state.largerImages[first] = larger }
      return state.currentNews(of: job)
    }
    for event in news { listener.receive(event) }
  }

  /// The task wants nothing any more, and is told nothing.
  func leave(_ task: TaskID) {
    _ = change { $0.leave(task) }
  }

  func setPriority(_ priority: RequestPriority, of task: TaskID) {
    change { state in
      guard let subscription = state.tasks[task] else { return }
      state.schedule.setPriority(priority, of: task, subscription.job)
    }
  }

  /// Ends the tasks whose time is up; on a decode thread.
  fileprivate func checkDeadlines() {
    let now = engine.clock.now
    let late: [any TaskListener] = change(at: now) { state in
      state.schedule.alarmRang()
      var late: [any TaskListener] = []
      while let task = state.schedule.overdueTask(at: now) {
        if let listener = state.leave(task) { late.append(listener) }
      }
      return late
    }
    for listener in late { listener.receive(.ended(.failure(.taskTimedOut))) }
  }

  fileprivate func alarmRang() {
    engine.threads.run(.veryHigh) { self.checkDeadlines() }
  }

  // MARK: The lock

  /// Changes the state, and carries out what follows.
  func change<Result>(at time: Duration? = nil, _ body: (inout State) -> Result) -> Result {
    let now = time ?? engine.clock.now
    let result = state.withLock { state in
      let result = body(&state)
      state.orders += state.schedule.takeOrders(at: now)
      return result
    }
    carryOut()
    return result
  }

  private func carryOut() {
    while let orders = takeOrders() {
      for order in orders { carryOut(order) }
      state.withLock { $0.isCarryingOut = false }
    }
  }

  private func takeOrders() -> [Schedule.Order]? {
    state.withLock { state in
      guard !state.isCarryingOut, !state.orders.isEmpty else { return nil }
      state.isCarryingOut = true
      defer { state.orders = [] }
      return state.orders
    }
  }

  private func carryOut(_ order: Schedule.Order) {
    switch order {
    case .graph(let action): carryOut(action)
    case .forget(let job): table.remove(job)
    case .setAlarm(let time): alarm.set(to: time)
    }
  }
}

extension Scheduler.State {
  /// Answers whom it was for; `nil` when the task has ended already.
  @discardableResult
  mutating func leave(_ task: TaskID) -> (any TaskListener)? {
    guard let subscription = tasks.removeValue(forKey: task) else { return nil }
    schedule.leave(task, subscription.job)
    return subscription.listener
  }

  /// What a task that comes late has missed.
  fileprivate func currentNews(of job: JobID) -> [TaskNews] {
    let chain = schedule.graph.chain(of: job)
    let news = chain.compactMap { self.news[$0] }
    guard !news.isEmpty || chain.contains(where: schedule.graph.isRunning) else { return [] }
    // What is shown of a job before it is not what its own will look like.
    let preview = self.news[job]?.preview
    return [.started] + news.flatMap(\.events) + [preview.map(TaskNews.preview)].compactMap(\.self)
  }

  /// The listeners of tasks.
  func listeners(_ tasks: [TaskID]) -> [any TaskListener] {
    tasks.compactMap { self.tasks[$0]?.listener }
  }
}

/// What was told of a job so far.
struct JobNews {
  var information: ImageInformation?
  var progress: ByteProgress?
  var preview: DecodedImage?

  fileprivate var events: [TaskNews] {
    [information.map(TaskNews.sizeKnown), progress.map(TaskNews.progress)].compactMap(\.self)
  }
}

/// The way from the alarm, which outlives nobody, to the scheduler.
private final class AlarmBell: @unchecked Sendable {
  // Unchecked: set once, before the alarm is.
  weak var scheduler: Scheduler?

  func ring() { scheduler?.alarmRang() }
}

extension ImageError {
  fileprivate static var taskTimedOut: ImageError {
    var error = ImageError(.timedOut, at: .request, "The task took too long")
    error.remedy = "raise its timeout if the source is slow"
    return error
  }
}
