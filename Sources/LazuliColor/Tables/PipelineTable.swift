internal import CLCMS2

/// The perceptual table of a profile, as lcms2 has read it: curves, a grid, and what comes behind.
final class PipelineTable {
  private(set) var counts: [Int] = []
  private(set) var places: [[Float]] = []
  /// Three for each node, 0 to 1.
  private(set) var values: [Float] = []
  let encoding: GridEncoding
  /// What comes behind the grid; `nil` for nothing.
  private var behind: OpaquePointer?

  /// `nil` where there is no such table.
  init?(_ profile: cmsHPROFILE) {
    guard let encoding = Self.encoding(profile), cmsIsTag(profile, cmsSigDToB0Tag) == 0,
      let tag = cmsReadTag(profile, cmsSigAToB0Tag), let pipeline = cmsPipelineDup(OpaquePointer(tag))
    else { return nil }
    self.encoding = encoding
    behind = pipeline
    guard readCurves(pipeline), cmsPipelineStageCount(pipeline) > 0 || !values.isEmpty else { return nil }
    if cmsPipelineStageCount(pipeline) == 0 {
      cmsPipelineFree(pipeline)
      behind = nil
    }
  }

  deinit {
    if let behind { cmsPipelineFree(behind) }
  }

  /// What becomes of a node's values.
  func rest(_ values: SIMD3<Float>) -> SIMD3<Float> {
    guard let behind else { return values }
    let given = [values.x, values.y, values.z]
    var made: [Float] = [0, 0, 0]
    cmsPipelineEvalFloat(given, &made, behind)
    return SIMD3(made[0], made[1], made[2])
  }

  private static func encoding(_ profile: cmsHPROFILE) -> GridEncoding? {
    var type: UInt32 = 0
    guard cmsReadRawTag(profile, cmsSigAToB0Tag, &type, 4) == 4 else { return nil }
    switch cmsGetPCS(profile) {
    case cmsSigXYZData: return .xyz
    case cmsSigLabData: return type.bigEndian == cmsSigLut16Type.rawValue ? .lab16 : .lab
    default: return nil
    }
  }

  /// Takes curves and grid off the pipeline; false where it begins with anything else.
  private func readCurves(_ pipeline: OpaquePointer) -> Bool {
    var curves: [OpaquePointer?] = []
    if let first = cmsPipelineGetPtrToFirstStage(pipeline), cmsStageType(first) == cmsSigCurveSetElemType {
      let data = cmsStageData(first).assumingMemoryBound(to: _cmsStageToneCurvesData.self).pointee
      curves = (0..<Int(data.nCurves)).map { data.TheCurves[$0] }
    }
    let hasCurves = !curves.isEmpty
    let first = cmsPipelineGetPtrToFirstStage(pipeline)
    guard let grid = hasCurves ? cmsStageNext(first) : first, cmsStageType(grid) == cmsSigCLutElemType else {
      return false
    }
    guard readGrid(grid) else { return false }
    places = counts.indices.map { channel in Self.places(counts[channel], hasCurves ? curves[channel] : nil) }
    if hasCurves { cmsPipelineUnlinkStage(pipeline, cmsAT_BEGIN, nil) }
    cmsPipelineUnlinkStage(pipeline, cmsAT_BEGIN, nil)
    return true
  }

  private func readGrid(_ stage: OpaquePointer) -> Bool {
    let data = cmsStageData(stage).assumingMemoryBound(to: _cmsStageCLutData.self).pointee
    guard data.HasFloatValues == 0, let table = data.Tab.T, let shape = data.Params, shape.pointee.nOutputs == 3 else {
      return false
    }
    counts = withUnsafeBytes(of: shape.pointee.nSamples) { samples in
      samples.bindMemory(to: UInt32.self).prefix(Int(shape.pointee.nInputs)).map(Int.init)
    }
    values = (0..<Int(data.nEntries)).map { Float(table[$0]) / 65535 }
    return true
  }

  private static func places(_ count: Int, _ curve: OpaquePointer?) -> [Float] {
    (0...255).map { sample in
      let value = Float(sample) / 255
      let curved = curve.map { cmsEvalToneCurveFloat($0, value) } ?? value
      return (curved.isFinite ? min(max(curved, 0), 1) : 0) * Float(count - 1)
    }
  }
}
