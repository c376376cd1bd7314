import LazuliCore

/// Which jobs there are, whose results they take and who wants theirs: pure, knows no thread and no transport.
///
/// A fetch is at the bottom of each chain. Only one of a key runs at a time: who comes while its bytes are gone
/// already, or while it is being stopped, waits for its end, and then it starts anew.
struct JobGraph {
  enum Action: Equatable {
    /// A fetch waits for a place; it starts with `start`.
    case enqueue(JobID)
    /// It does not wait any more: nobody wants it.
    case dequeue(JobID, JobKey)
    /// Start a fetch, for these jobs.
    case start(JobID, for: [JobID])
    /// Begin a job which takes no other's result.
    case begin(JobID)
    /// One more job takes the bytes of a fetch which runs.
    case join(JobID, fetch: JobID)
    case leave(JobID, fetch: JobID)
    /// Stop a job; for a fetch `fetchEnded` follows. Satisfied when all that wanted it have what they wanted.
    case stop(JobID, isSatisfied: Bool)
    case move(JobID, RequestPriority)
    /// Somebody wants to see what there is so far, or nobody any more.
    case showPreviews(JobID, Bool)
  }

  private enum State {
    case waiting, running
    /// Being stopped.
    case ending
  }

  private struct Node {
    let key: JobKey
    /// `nil` when the input has ended.
    var input: JobID?
    var state = State.waiting
    /// How many of the tasks behind it want previews.
    var viewerCount: Int32 = 0
    var subscribers = SubscriberSet()
  }

  private var nodes = JobSlots<Node>()
  private var ids: [JobKey: JobID] = [:]
  /// Who waits for the next run of a fetch; few have any.
  private var late: [JobID: SubscriberSet] = [:]
  /// Tasks that want previews.
  private var viewers: Set<TaskID> = []
  private var actions: [Action] = []

  var jobCount: Int { nodes.count }
  func key(of job: JobID) -> JobKey? { nodes[job]?.key }
  func priority(of job: JobID) -> RequestPriority? {
    let priority = nodes[job]?.subscribers.priority
    guard let later = late[job]?.priority else { return priority }
    return priority.map { max($0, later) } ?? later
  }
  func wantsPreviews(_ job: JobID) -> Bool { nodes[job]?.viewerCount ?? 0 > 0 }
  func isRunning(_ job: JobID) -> Bool { nodes[job]?.state == .running }

  /// A number for what is no job of the graph.
  mutating func makeID() -> JobID { nodes.makeID() }

  var hasActions: Bool { !actions.isEmpty }

  /// What is to be done, in this order.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  // MARK: Tasks

  /// Answers the job that the task hears from.
  mutating func subscribe(
    _ task: TaskID, to key: JobKey, _ priority: RequestPriority, wantsPreviews: Bool = false
  ) -> JobID {
    let job = node(for: key)
    add(.task(task), to: job, priority)
    if wantsPreviews, viewers.insert(task).inserted { addViewers(1, to: job) }
    return job
  }

  mutating func leave(_ task: TaskID, _ job: JobID) {
    if viewers.remove(task) != nil { addViewers(-1, to: job) }
    remove(.task(task), from: job, isSatisfied: false)
  }

  mutating func setPriority(_ priority: RequestPriority, of task: TaskID, _ job: JobID) {
    setPriority(priority, of: .task(task), in: job)
  }

  /// The tasks that wait for a job or for what is made of it.
  func tasks(behind job: JobID) -> [TaskID] {
    guard let node = nodes[job] else { return [] }
    return node.subscribers.tasks + node.subscribers.jobs.flatMap { tasks(behind: $0) }
  }

  /// The jobs that are made of a job's result, those first which others are not made of.
  func jobs(behind job: JobID) -> [JobID] {
    (nodes[job]?.subscribers.jobs ?? []).flatMap { jobs(behind: $0) + [$0] }
  }

  /// Who waits for a job itself.
  func takers(of job: JobID) -> (tasks: [TaskID], jobs: [JobID]) {
    guard let node = nodes[job] else { return ([], []) }
    return (node.subscribers.tasks, node.subscribers.jobs)
  }

  /// The job and those whose results it takes, down to the fetch.
  func chain(of job: JobID) -> [JobID] {
    [job] + (nodes[job]?.input.map { chain(of: $0) } ?? [])
  }

  // MARK: What jobs do

  /// A fetch got its place.
  mutating func start(_ fetch: JobID) {
    guard let node = nodes[fetch], node.state == .waiting else { return }
    nodes[fetch]?.state = .running
    actions.append(.start(fetch, for: node.subscribers.jobs))
  }

  /// A job other than a fetch has its result; answers whom to give it to, `nil` for one that is stopped.
  mutating func finish(_ job: JobID) -> (tasks: [TaskID], jobs: [JobID])? {
    guard let node = nodes.remove(job) else { return nil }
    ids[node.key] = nil
    viewers.subtract(node.subscribers.tasks)
    if let input = node.input { remove(.job(job), from: input, isSatisfied: true) }
    let jobs = node.subscribers.jobs
    for job in jobs { nodes[job]?.input = nil }
    return (node.subscribers.tasks, jobs)
  }

  /// A fetch is over, whether it was stopped or not: its transfer has ended. Jobs that came too late to be served,
  /// while it ended, wait for its next run.
  mutating func fetchEnded(_ fetch: JobID, served: Set<JobID>) {
    guard let node = nodes[fetch], node.state != .waiting else { return }
    for job in node.subscribers.jobs {
      if served.contains(job) {
        nodes[job]?.input = nil
      } else if let priority = nodes[fetch]?.subscribers.remove(.job(job)) {
        late[fetch, default: SubscriberSet()].set(.job(job), priority)
      }
    }
    guard let late = late.removeValue(forKey: fetch), !late.isEmpty else { return delete(fetch) }
    nodes[fetch]?.subscribers = late
    nodes[fetch]?.state = .waiting
    actions.append(.enqueue(fetch))
  }

  /// The bytes that `job` wants are gone already: it waits for the next run.
  mutating func turnAway(_ job: JobID, from fetch: JobID) {
    guard nodes[fetch]?.state == .running, let priority = nodes[fetch]?.subscribers.remove(.job(job)) else { return }
    late[fetch, default: SubscriberSet()].set(.job(job), priority)
    if nodes[fetch]?.subscribers.isEmpty == true { end(fetch, isSatisfied: false) }
  }
}

extension JobGraph {
  private mutating func node(for key: JobKey) -> JobID {
    if let id = ids[key] { return id }
    let id = nodes.insert(Node(key: key, input: key.input.map { node(for: $0) }))
    ids[key] = id
    return id
  }

  private mutating func delete(_ job: JobID) {
    late[job] = nil
    if let node = nodes.remove(job) { ids[node.key] = nil }
  }

  private mutating func add(_ subscriber: SubscriberSet.Subscriber, to job: JobID, _ priority: RequestPriority) {
    guard let state = nodes[job]?.state else { return }
    let old = self.priority(of: job)
    if state == .ending {
      late[job, default: SubscriberSet()].set(subscriber, priority)
    } else {
      nodes[job]?.subscribers.set(subscriber, priority)
      if state == .running, case .job(let taker) = subscriber { actions.append(.join(taker, fetch: job)) }
    }
    priorityChanged(job, from: old)
  }

  private mutating func setPriority(
    _ priority: RequestPriority, of subscriber: SubscriberSet.Subscriber, in job: JobID
  ) {
    let old = self.priority(of: job)
    if nodes[job]?.subscribers.contains(subscriber) == true {
      nodes[job]?.subscribers.set(subscriber, priority)
    } else if late[job]?.contains(subscriber) == true {
      late[job]?.set(subscriber, priority)
    }
    priorityChanged(job, from: old)
  }

  private mutating func remove(
    _ subscriber: SubscriberSet.Subscriber, from job: JobID, isSatisfied: Bool
  ) {
    guard let state = nodes[job]?.state else { return }
    let old = priority(of: job)
    late[job]?.remove(subscriber)
    if nodes[job]?.subscribers.remove(subscriber) != nil, state == .running {
      if case .job(let taker) = subscriber { actions.append(.leave(taker, fetch: job)) }
      if nodes[job]?.subscribers.isEmpty == true { end(job, isSatisfied: isSatisfied) }
    }
    priorityChanged(job, from: old)
  }

  /// Tells a change on: up to the jobs whose results are taken.
  private mutating func priorityChanged(_ job: JobID, from old: RequestPriority?) {
    let new = priority(of: job)
    guard new != old, let node = nodes[job] else { return }
    guard let priority = new else { return abandon(job, node) }
    if old != nil { actions.append(.move(job, priority)) }
    if let input = node.input {
      if old == nil { add(.job(job), to: input, priority) } else { setPriority(priority, of: .job(job), in: input) }
    } else if old == nil, node.state == .waiting {
      actions.append(node.key.isFetch ? .enqueue(job) : .begin(job))
    }
  }

  /// Nobody wants it any more.
  private mutating func abandon(_ job: JobID, _ node: Node) {
    if node.key.isFetch {
      guard node.state == .waiting else { return }
      actions.append(.dequeue(job, node.key))
      return delete(job)
    }
    delete(job)
    actions.append(.stop(job, isSatisfied: false))
    if let input = node.input { remove(.job(job), from: input, isSatisfied: false) }
  }

  /// Nobody takes the bytes of a fetch which runs.
  private mutating func end(_ fetch: JobID, isSatisfied: Bool) {
    nodes[fetch]?.state = .ending
    actions.append(.stop(fetch, isSatisfied: isSatisfied))
  }

  /// From a job down to its fetch: which of them makes previews is theirs to know.
  private mutating func addViewers(_ change: Int, to job: JobID) {
    for job in chain(of: job) {
      guard let old = nodes[job]?.viewerCount else { continue }
      nodes[job]?.viewerCount = max(0, old + Int32(change))
      if (old > 0) != (old + Int32(change) > 0) { actions.append(.showPreviews(job, change > 0)) }
    }
  }
}
