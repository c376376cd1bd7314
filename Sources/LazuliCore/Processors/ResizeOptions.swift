/// How an image gets another size; see `ResizeProcessor`.
public struct ResizeOptions: Sendable, Hashable {
  /// How source pixels are weighed. The area average.
  public var filter = ResizeFilter.areaAverage
  /// What stays of an image that `SizeFitting.fill` makes reach beyond its box; the box cuts off the rest. `nil`, the
  /// default, leaves it whole. Meant for the upright image.
  public var gravity: Gravity?
  /// Whether `SizeFitting.fit` and `fill` enlarge an image that is smaller. `false`; `exact` always does.
  public var allowsEnlarging = false
  /// Whether light is mixed rather than its encoding. `false`. A request then decodes in full size, for a decoder that
  /// reduces mixes the encoding, and converts colours before it changes the size.
  public var isInLinearLight = false

  public init() {}
}
