import LazuliCore

extension ColorConverter.Wish {
  /// What a profile comes down to.
  private enum Meaning {
    case light(LightSource)
    case tables(InputProfile)
  }

  /// Throws what is wrong with the profile.
  func rows() throws(ColorFault) -> RowConversion {
    switch (model, format.bitsPerSample) {
    case (.gray, 16):
      let table = try grayTable(UInt16.self)
      return { table.convert($0, into: $1, count: $2) }
    case (.gray, _):
      let table = try grayTable(UInt8.self)
      return { table.convert($0, into: $1, count: $2) }
    default: return try colorRows()
    }
  }

  private func grayTable<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
    _: Sample.Type
  ) throws(ColorFault) -> SampleTable<Sample> {
    let table: [Sample] =
      switch try meaning() {
      case .light(let source): SampleTable.table(ExactLight(source, try matrix(from: source)))
      case .tables(let profile): SampleTable.table(try ProfileTransform(profile, .gray16, to: space))
      }
    return SampleTable(table, samplesPerPixel: format.samplesPerPixel, hasAlpha: format.hasAlpha)
  }

  private func colorRows() throws(ColorFault) -> RowConversion {
    switch try meaning() {
    case .light(let source): return rows(of: source, try matrix(from: source))
    case .tables(let profile):
      let transform = try ProfileTransform(profile, rowsOfTables, to: space)
      if format.bitsPerSample == 8,
        let grid = GridConversion(profile, transform, to: space, isInverted: hasInvertedInk)
      {
        return { grid.convert($0, into: $1, count: $2) }
      }
      return { transform.convert($0, into: $1, count: $2) }
    }
  }

  private func rows(of source: LightSource, _ matrix: LightMatrix) -> RowConversion {
    if format == .rgba16 {
      let light = ExactLight<UInt16>(source, matrix)
      return { light.convert($0, into: $1, count: $2) }
    }
    guard source.range == nil else {
      let light = ExactLight<UInt8>(source, matrix)
      return { light.convert($0, into: $1, count: $2) }
    }
    let light = SharedLight(source, matrix)
    return { light.convert($0, into: $1, count: $2) }
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
