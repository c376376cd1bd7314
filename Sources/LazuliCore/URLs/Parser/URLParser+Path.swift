/// Path start, path, opaque path, query and fragment.
extension URLParser {
  mutating func parsePathStart() {
    if isAtSlash {
      position += 1
      parsePath()
    } else if record.isSpecial || !isAtPathEnd {
      parsePath()
    } else {
      parseQueryAndFragment()
    }
  }

  /// Segments; the slash in front of the first is consumed already.
  mutating func parsePath() {
    var isLast = false
    while !isLast {
      let end = end(where: endsSegment)
      isLast = end == input.count || !isSlash(input[end])
      record.append(input[position..<end], isLast: isLast)
      position = isLast ? end : end + 1
    }
    parseQueryAndFragment()
  }

  mutating func parseOpaquePath() {
    let end = end { $0 == ASCII.question || $0 == ASCII.hash }
    PercentCoding.append(input[position..<end], encoding: .controlEncoded, to: &record.path)
    // Or the space would be lost when the query is taken away.
    if end < input.count, record.path.last == ASCII.space {
      record.path.removeLast()
      record.path += "%20".utf8
    }
    position = end
    parseQueryAndFragment()
  }

  mutating func parseQueryAndFragment() {
    if current == ASCII.question {
      let end = end { $0 == ASCII.hash }
      let set = record.isSpecial ? ByteSet.specialQueryEncoded : .queryEncoded
      record.query = PercentCoding.encoded(input[(position + 1)..<end], set)
      position = end
    }
    if current == ASCII.hash {
      record.fragment = PercentCoding.encoded(remaining.dropFirst(), .fragmentEncoded)
    }
  }
}
