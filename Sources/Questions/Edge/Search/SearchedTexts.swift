import Model
import Questions
import Text

/// The texts of a question that was opened, by lines, in which a search shows where it has found its words.
struct SearchedTexts: Sendable, Hashable {
  struct Post: Sendable, Hashable {
    var place: FoundQuestion.Place
    var lines: [SafeText]
  }

  /// The most letters of a line; longer ones are divided.
  static let lineLength = 500
  /// The most bytes of all texts of a question. The rest is neither stored nor found.
  static let limit = 400_000

  private(set) var posts: [Post] = []
  private var size = 0

  init(_ cached: CachedDetail) {
    let detail = cached.detail
    if let body = detail.question.body { add(.question, body) }
    for answer in detail.answers { add(.answer(answer.id), answer.body) }
    for known in [cached.comments.ofQuestion, cached.comments.ofAnswers].compactMap({ $0 }) {
      for (post, comments) in known.byPost.sorted(by: { $0.key < $1.key }) {
        for comment in comments { add(.comment(on: post), comment.body) }
      }
    }
  }

  private mutating func add(_ place: FoundQuestion.Place, _ text: RichText) {
    var lines: [SafeText] = []
    for line in text.lines.flatMap(Self.divided) where size < Self.limit {
      lines.append(line)
      size += line.string.utf8.count
    }
    if !lines.isEmpty { posts.append(Post(place: place, lines: lines)) }
  }

  /// Divides a long line at blanks, as far as there are any.
  private static func divided(_ line: SafeText) -> [SafeText] {
    guard line.string.utf8.count > lineLength else { return [line] }
    var rest = Substring(line.string)
    var parts: [SafeText] = []
    while !rest.isEmpty {
      var part = rest.prefix(lineLength)
      if part.endIndex < rest.endIndex, let blank = part.lastIndex(of: " "), blank > part.startIndex {
        part = part[..<blank]
      }
      parts.append(SafeText(oneLine: String(part)))
      rest = rest[part.endIndex...]
    }
    return parts
  }

  // MARK: - Terms

  var body: String { terms { $0 == .question } }
  var answers: String { terms { if case .answer = $0 { true } else { false } } }
  var comments: String { terms { if case .comment = $0 { true } else { false } } }

  private func terms(_ isWanted: (FoundQuestion.Place) -> Bool) -> String {
    SearchTerms.joined(posts.filter { isWanted($0.place) }.flatMap(\.lines))
  }

  // MARK: - Where words are

  /// Returns the line that contains most of the words, and its place; `nil` if none contains any.
  func best(for words: FilterWords) -> (place: FoundQuestion.Place, line: SafeText)? {
    var best: (count: Int, place: FoundQuestion.Place, line: SafeText)?
    for post in posts {
      for line in post.lines {
        let count = words.count(in: FoldedText(line))
        guard count > best?.count ?? 0 else { continue }
        best = (count, post.place, line)
        if count == words.count { return (post.place, Self.excerpt(of: line, words)) }
      }
    }
    return best.map { ($0.place, Self.excerpt(of: $0.line, words)) }
  }

  /// Cuts the beginning of a line in which the first word comes late.
  private static func excerpt(of line: SafeText, _ words: FilterWords) -> SafeText {
    guard let first = words.ranges(in: line).first, first.lowerBound > 40 else { return line }
    let characters = Array(line.string)
    let start = characters[..<(first.lowerBound - 20)].lastIndex(of: " ").map { $0 + 1 } ?? first.lowerBound - 20
    return "…" + SafeText(oneLine: String(characters[max(start, first.lowerBound - 40)...]))
  }

  // MARK: - Bytes

  private static let version: UInt8 = 1

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: Self.version)
    writer.write(posts) { writer, post in
      switch post.place {
      case .title: writer.write(byte: 0)
      case .question: writer.write(byte: 1)
      case .answer(let id):
        writer.write(byte: 2)
        writer.write(id)
      case .comment(let post):
        writer.write(byte: 3)
        writer.write(post)
      }
      writer.write(post.lines) { $0.write($1) }
    }
    return writer.bytes
  }

  init(bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == Self.version else { throw MalformedBytes() }
    posts = try reader.array { reader throws(MalformedBytes) in
      let place: FoundQuestion.Place
      switch try reader.byte() {
      case 0: place = .title
      case 1: place = .question
      case 2: place = .answer(try reader.integer())
      case 3: place = .comment(on: try reader.integer())
      default: throw MalformedBytes()
      }
      return Post(place: place, lines: try reader.array { reader throws(MalformedBytes) in try reader.safeText() })
    }
    try reader.finish()
  }
}
