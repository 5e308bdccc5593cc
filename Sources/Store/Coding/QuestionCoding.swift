import Foundation
import Model
import Text

/// The format of lists and open questions in the cache: a version, then the fields in sequence.
///
/// Bytes rather than a row for each question, because a list is always read and written as a whole. Version 1 had no views
/// and no bounty, version 2 no comments, version 3 no unknown numbers and no missing answers. All of them can be read;
/// entries of later versions count as missing.
enum QuestionCoding {
  static let version: UInt8 = 4

  /// Encodes a list without the questions' bodies, which belong to the questions that were read.
  static func bytes(of page: QuestionPage) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: version)
    writer.write(byte: page.hasMore ? 1 : 0)
    writer.write(page.questions) { $0.write($1) }
    return writer.bytes
  }

  static func page(of bytes: [UInt8], from server: QuestionServer) throws(MalformedBytes) -> QuestionPage {
    var reader = try versioned(bytes)
    let hasMore = try reader.flag()
    let questions = try reader.array { reader throws(MalformedBytes) in try reader.question() }
    try reader.finish()
    return QuestionPage(questions: questions, hasMore: hasMore, provenance: .server(server))
  }

  /// Encodes a question with its known comments. The date of fetching is stored beside it.
  static func bytes(of cached: CachedDetail) throws(MalformedBytes) -> [UInt8] {
    let detail = cached.detail
    var writer = ByteWriter()
    writer.write(byte: version)
    writer.write(detail.question)
    writer.write(byte: detail.question.body == nil ? 0 : 1)
    if let body = detail.question.body { try writer.write(body) }
    writer.write(count: detail.answers.count)
    for answer in detail.answers { try writer.write(answer) }
    writer.write(byte: detail.hasAllAnswers ? 1 : 0)
    try writer.write(cached.comments)
    return writer.bytes
  }

  static func detail(
    of bytes: [UInt8], from server: QuestionServer, fetched: Date
  ) throws(MalformedBytes) -> CachedDetail {
    var reader = try versioned(bytes)
    var question = try reader.question()
    if try reader.flag() { question.body = try reader.richText() }
    let answers = try reader.array { reader throws(MalformedBytes) in try reader.answer() }
    let hasAllAnswers = bytes[0] >= missingAnswersVersion ? try reader.flag() : true
    let comments = bytes[0] >= commentsVersion ? try reader.comments() : CachedComments()
    try reader.finish()
    var detail = QuestionDetail(question: question, answers: answers, provenance: .server(server))
    detail.hasAllAnswers = hasAllAnswers
    return CachedDetail(detail: detail, fetched: fetched, comments: comments)
  }

  /// Decodes the question at the beginning of an open question's bytes, without its body. The rest is ignored.
  static func question(of bytes: [UInt8]) throws(MalformedBytes) -> Question {
    var reader = try versioned(bytes)
    return try reader.question()
  }

  /// Decodes the first question of a list; `nil` for an empty list. The rest is ignored.
  static func firstQuestion(ofPage bytes: [UInt8]) throws(MalformedBytes) -> Question? {
    var reader = try versioned(bytes)
    _ = try reader.flag()
    return try reader.count() > 0 ? try reader.question() : nil
  }

  /// From this version on comments follow the answers.
  private static let commentsVersion: UInt8 = 3
  /// From this version on a byte between the two says whether all answers are there.
  private static let missingAnswersVersion: UInt8 = 4

  /// Returns the bytes after the version, which must be a supported one.
  private static func versioned(_ bytes: [UInt8]) throws(MalformedBytes) -> ByteReader {
    var reader = ByteReader(bytes)
    guard (1...version).contains(try reader.byte()) else { throw MalformedBytes() }
    return reader
  }
}

/// The optional fields that follow.
private struct Present: OptionSet {
  let rawValue: UInt8
  static let acceptedAnswer = Present(rawValue: 1)
  static let person = Present(rawValue: 2)
  static let creation = Present(rawValue: 4)
  static let closedReason = Present(rawValue: 8)
  static let link = Present(rawValue: 16)
  static let accepted = Present(rawValue: 32)
  /// Since version 4, for a question; its numbers follow according to ``KnownNumbers``. For an answer, see ``unknownScore``.
  static let unknownNumbers = Present(rawValue: 32)
  /// Since version 4, for an answer, which has no views.
  static let unknownScore = Present(rawValue: 64)
  // Since version 2; no question of version 1 has these.
  static let views = Present(rawValue: 64)
  static let bounty = Present(rawValue: 128)
}

/// The numbers of a question that follow, unless both are known.
private struct KnownNumbers: OptionSet {
  let rawValue: UInt8
  static let score = KnownNumbers(rawValue: 1)
  static let answerCount = KnownNumbers(rawValue: 2)
}

extension ByteWriter {
  /// Writes a question without its body.
  fileprivate mutating func write(_ question: Question) {
    let link = question.link.map { KeptAddress.text($0.absoluteString) }
    var present: Present = []
    if question.acceptedAnswerID != nil { present.insert(.acceptedAnswer) }
    if question.asker != nil { present.insert(.person) }
    if question.creationDate != nil { present.insert(.creation) }
    if question.closedReason != nil { present.insert(.closedReason) }
    if link != nil { present.insert(.link) }
    if question.viewCount != nil { present.insert(.views) }
    if question.bounty != nil { present.insert(.bounty) }
    var known: KnownNumbers = []
    if question.score != nil { known.insert(.score) }
    if question.answerCount != nil { known.insert(.answerCount) }
    let isAllKnown = known == [.score, .answerCount]
    if !isAllKnown { present.insert(.unknownNumbers) }
    write(byte: present.rawValue)
    if !isAllKnown { write(byte: known.rawValue) }
    write(question.id)
    write(question.title)
    write(question.tags) { $0.write($1) }
    if let score = question.score { write(score) }
    if let count = question.answerCount { write(count) }
    if let id = question.acceptedAnswerID { write(id) }
    if let asker = question.asker { write(asker) }
    if let date = question.creationDate { write(date.timeIntervalSinceReferenceDate) }
    if let reason = question.closedReason { write(reason) }
    if let link { write(link) }
    if let views = question.viewCount { write(views) }
    if let bounty = question.bounty { write(bounty) }
  }

  fileprivate mutating func write(_ answer: Answer) throws(MalformedBytes) {
    var present: Present = answer.isAccepted ? .accepted : []
    if answer.author != nil { present.insert(.person) }
    if answer.creationDate != nil { present.insert(.creation) }
    if answer.score == nil { present.insert(.unknownScore) }
    write(byte: present.rawValue)
    write(answer.id)
    if let score = answer.score { write(score) }
    if let author = answer.author { write(author) }
    if let date = answer.creationDate { write(date.timeIntervalSinceReferenceDate) }
    try write(answer.body)
  }
}

extension ByteReader {
  fileprivate mutating func question() throws(MalformedBytes) -> Question {
    let present = Present(rawValue: try byte())
    let known: KnownNumbers =
      present.contains(.unknownNumbers) ? KnownNumbers(rawValue: try byte()) : [.score, .answerCount]
    let id = try integer()
    var question = Question(id: id, title: SafeText(title: try string()))
    question.tags = try array { reader throws(MalformedBytes) in try reader.safeText() }
    if known.contains(.score) { question.score = try integer() }
    if known.contains(.answerCount) { question.answerCount = try integer() }
    if present.contains(.acceptedAnswer) { question.acceptedAnswerID = try integer() }
    if present.contains(.person) { question.asker = try safeText() }
    if present.contains(.creation) { question.creationDate = try date() }
    if present.contains(.closedReason) { question.closedReason = try safeText() }
    if present.contains(.link) { question.link = KeptAddress.page(try string()) }
    if present.contains(.views) { question.viewCount = try integer() }
    if present.contains(.bounty) { question.bounty = try integer() }
    return question
  }

  fileprivate mutating func answer() throws(MalformedBytes) -> Answer {
    let present = Present(rawValue: try byte())
    var answer = Answer(id: try integer(), isAccepted: present.contains(.accepted))
    if !present.contains(.unknownScore) { answer.score = try integer() }
    if present.contains(.person) { answer.author = try safeText() }
    if present.contains(.creation) { answer.creationDate = try date() }
    answer.body = try richText()
    return answer
  }

  mutating func date() throws(MalformedBytes) -> Date {
    Date(timeIntervalSinceReferenceDate: try double())
  }
}
