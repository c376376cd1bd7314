import CLazuliKit
import LazuliABI

/// What a plugin offers: made once, in a global constant, and handed to the host by the entry.
///
///     private let plugin = PluginExport(id: "org.example.dots", version: "1.0.0")
///       .decoder("dots", DotsDecoder.self)
///
///     @c @implementation
///     public func lzl_plugin_main_1(
///       _ host: UnsafePointer<lzl_host>?, _ out: UnsafeMutablePointer<lzl_plugin>?
///     ) -> lzl_status {
///       plugin.describe(to: out)
///     }
public final class PluginExport: @unchecked Sendable {
  // Unchecked: changed only inside the initialiser of a global constant, before anybody else sees it.
  private struct Table {
    let id: String
    let name: StaticString
    let pointer: UnsafeRawPointer
  }

  private let id: StaticString
  private let version: StaticString
  private var formats = NameList()
  private var schemes = NameList()
  private var tables: [Table] = []

  public init(id: StaticString, version: StaticString) {
    self.id = id
    self.version = version
  }

  /// Offers a decoder for `format`.
  public func decoder<D: PluginDecoder>(_ format: StaticString, _: D.Type) -> PluginExport {
    let factory = DecoderFactory { (limits, settings) throws(PluginError) in
      try D(limits: limits, settings: settings)
    }
    return add(LZL_DECODER, format: format, factory.makeTable())
  }

  /// Offers an encoder for `format`.
  public func encoder<E: PluginEncoder>(_ format: StaticString, _: E.Type) -> PluginExport {
    let factory = EncoderFactory(formats: E.formats, abilities: E.abilities) { (options) throws(PluginError) in
      try E(options: options)
    }
    return add(LZL_ENCODER, format: format, factory.makeTable())
  }

  /// Offers a transport for several schemes, which share one instance.
  public func transport<T: PluginTransport>(_ names: [StaticString], _: T.Type) -> PluginExport {
    let factory = TransportFactory { (settings) throws(PluginError) in try T(settings: settings) }
    let table = factory.makeTable()
    for name in names {
      schemes.append(name)
      tables.append(Table(id: LZL_TRANSPORT, name: name, pointer: table))
    }
    return self
  }

  /// Fills in what the host has room for.
  public func describe(to out: UnsafeMutablePointer<lzl_plugin>?) -> lzl_status {
    guard let out else { return LZL_ERROR_INVALID_ARGUMENT }
    let known = UInt32(MemoryLayout<lzl_plugin>.size)
    let size = out.pointee.struct_size < known ? out.pointee.struct_size : known
    var value = lzl_plugin()
    value.struct_size = size
    value.abi_minor = LZL_ABI_MINOR
    value.id = id.cBytes
    value.version = version.cBytes
    value.formats = formats.pointer
    value.format_count = formats.count
    value.schemes = schemes.pointer
    value.scheme_count = schemes.count
    value.context = Unmanaged.passUnretained(self).toOpaque()
    value.get = { context, id, name in
      guard let context, let id else { return nil }
      return Unmanaged<PluginExport>.fromOpaque(context).takeUnretainedValue().table(id, name)
    }
    memcpy(out, &value, Int(size))
    return LZL_OK
  }

  private func add(_ id: String, format: StaticString, _ table: UnsafeRawPointer) -> PluginExport {
    if !formats.contains(format) { formats.append(format) }
    tables.append(Table(id: id, name: format, pointer: table))
    return self
  }

  private func table(_ id: UnsafePointer<CChar>, _ name: lzl_bytes) -> UnsafeRawPointer? {
    let wanted = UnsafeRawBufferPointer(start: id, count: strlen(id))
    let bytes = UnsafeBufferPointer(start: name.data, count: Int(clamping: name.size))
    for table in tables where table.name.bytes.elementsEqual(bytes) && table.id.utf8.elementsEqual(wanted) {
      return table.pointer
    }
    return nil
  }
}

/// Names in the layout that the contract wants; never freed.
private struct NameList {
  private var names: [StaticString] = []
  private(set) var pointer: UnsafePointer<lzl_bytes>?

  var count: UInt64 { UInt64(names.count) }

  func contains(_ name: StaticString) -> Bool {
    names.contains { $0.bytes.elementsEqual(name.bytes) }
  }

  mutating func append(_ name: StaticString) {
    names.append(name)
    let list = UnsafeMutablePointer<lzl_bytes>.allocate(capacity: names.count)
    for (index, name) in names.enumerated() { (list + index).initialize(to: name.cBytes) }
    pointer?.deallocate()
    pointer = UnsafePointer(list)
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }

  fileprivate var cBytes: lzl_bytes {
    lzl_bytes(data: utf8Start, size: UInt64(utf8CodeUnitCount))
  }
}
