import LazuliCore

extension ColorConverter.Wish {
  /// What a profile comes down to.
  private enum Meaning {
    case light(LightSource)
    case tables(InputProfile)
  }

  /// Throws what is wrong with the profile.
  func rows() throws(ColorFault) -> any RowConversion {
    switch (model, format.bitsPerSample) {
    case (.gray, 16): SampleTable(try grayTable(UInt16.self), samplesPerPixel: samplesPerPixel, hasAlpha: hasAlpha)
    case (.gray, _): SampleTable(try grayTable(UInt8.self), samplesPerPixel: samplesPerPixel, hasAlpha: hasAlpha)
    default: try colorRows()
    }
  }

  private var samplesPerPixel: Int { format.samplesPerPixel }
  private var hasAlpha: Bool { format.hasAlpha }

  private func grayTable<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
    _: Sample.Type
  ) throws(ColorFault) -> [Sample] {
    switch try meaning() {
    case .light(let source): SampleTable.table(ExactLight(source, try matrix(from: source)))
    case .tables(let profile): SampleTable.table(try ProfileTransform(profile, .gray16, to: space))
    }
  }

  private func colorRows() throws(ColorFault) -> any RowConversion {
    switch try meaning() {
    case .light(let source) where format == .rgba16: ExactLight<UInt16>(source, try matrix(from: source))
    case .light(let source) where source.range != nil: ExactLight<UInt8>(source, try matrix(from: source))
    case .light(let source): SharedLight(source, try matrix(from: source))
    case .tables(let profile): try ProfileTransform(profile, rowsOfTables, to: space)
    }
  }

  private var rowsOfTables: ProfileTransform.Rows {
    switch format {
    case .cmyk8: .ink8(inverted: hasInvertedInk)
    case .rgba16: .rgba16
    default: .rgba8
    }
  }

  private func meaning() throws(ColorFault) -> Meaning {
    switch profile {
    case .untagged, .sRGB: return .light(try LightSource(gamma: nil, Primaries.sRGB))
    case .displayP3: return .light(try LightSource(gamma: nil, Primaries.displayP3))
    case .calibrated(let gamma, let chromaticities): return .light(try LightSource(gamma: gamma, chromaticities))
    case .cicp(let cicp): return .light(try LightSource(cicp))
    case .icc(let icc):
      let profile = try InputProfile(icc, of: model)
      return try profile.lightSource().map(Meaning.light) ?? .tables(profile)
    }
  }

  private func matrix(from source: LightSource) throws(ColorFault) -> LightMatrix {
    guard let target = (space == .displayP3 ? Primaries.displayP3 : Primaries.sRGB).profileXYZ else {
      throw ColorFault("the output colour space has no primaries")
    }
    return try LightMatrix(from: source.xyz, to: target)
  }
}
