import Synchronization

/// The one store of an animation's frames, while somebody uses it.
final class SharedAnimationStore: Sendable {
  private struct Reference {
    weak var store: AnimationStore?
  }

  private let reference = Mutex(Reference())

  func get(orMake make: () -> AnimationStore) -> AnimationStore {
    reference.withLock { reference in
      if let store = reference.store { return store }
      let store = make()
      reference.store = store
      return store
    }
  }
}
