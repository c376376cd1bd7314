internal import CLCMS2

/// A world of its own in lcms2, which holds one profile's memory and what is wrong with it.
final class ProfileContext {
  let context: cmsContext
  private let complaint: Complaint

  /// What lcms2 says first when it does not go on.
  private final class Complaint {
    var text: String?
  }

  init() throws(ColorFault) {
    complaint = Complaint()
    let data = Unmanaged.passUnretained(complaint).toOpaque()
    guard let context = cmsCreateContext(nil, data) else { throw ColorFault("there is no memory for its profile") }
    self.context = context
    cmsSetLogErrorHandlerTHR(context) { context, _, text in
      guard let data = cmsGetContextUserData(context), let text else { return }
      let complaint = Unmanaged<Complaint>.fromOpaque(data).takeUnretainedValue()
      complaint.text = complaint.text ?? String(cString: text)
    }
  }

  deinit { cmsDeleteContext(context) }

  /// What went wrong, in lcms2's words where it has some.
  func fault(_ reason: String) -> ColorFault {
    ColorFault(complaint.text.map { "\(reason) (\($0))" } ?? reason)
  }
}
