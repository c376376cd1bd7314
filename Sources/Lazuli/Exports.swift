// Who imports Lazuli has the values that its functions take and give, and the configuration.
@_exported public import LazuliCache
@_exported public import LazuliCore
@_exported public import LazuliPlugins
