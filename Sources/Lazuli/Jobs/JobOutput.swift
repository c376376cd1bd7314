/// What a job has made for the tasks that wait for it.
enum JobOutput: Sendable {
  case image(ImageResponse)
  case information(ImageInformation)
  case data(DataResponse)
}
