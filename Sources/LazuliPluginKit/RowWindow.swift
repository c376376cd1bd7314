import LazuliABI

/// Holds a decoder to what it may say of rows in a window.
struct RowWindow {
  let rowCapacity: Int
  private var next = 0

  init(rowCapacity: Int) { self.rowCapacity = rowCapacity }

  mutating func take(first: Int, count: Int) throws(PluginError) {
    guard first == next, count > 0, count <= rowCapacity else {
      throw PluginError(LZL_ERROR_INTERNAL, "The decoder names other rows than its window can hold")
    }
    next += count
  }
}
