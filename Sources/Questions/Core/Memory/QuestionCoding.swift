import Foundation
import Model
import Text

/// The format of lists and open questions in the cache: a version, then the fields in sequence.
///
/// Bytes rather than a row for each question, because a list is always read and written as a whole. Entries of other versions
/// count as missing. The site is not among the fields: it is that of the list or of the question's key.
package enum QuestionCoding {
  static let version: UInt8 = 1

  /// Encodes a list without the questions' bodies, which belong to the questions that were read.
  package static func bytes(of page: QuestionPage) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: version)
    writer.write(byte: page.hasMore ? 1 : 0)
    writer.write(page.questions) { $0.write($1) }
    return writer.bytes
  }

  package static func page(
    of bytes: [UInt8], from server: QuestionServer, site: String
  ) throws(MalformedBytes) -> QuestionPage {
    var reader = try versioned(bytes)
    let hasMore = try reader.flag()
    let questions = try reader.array { reader throws(MalformedBytes) in try reader.question(site: site) }
    try reader.finish()
    return QuestionPage(questions: questions, hasMore: hasMore, provenance: .server(server))
  }

  /// Encodes a question with its known comments. The date of fetching is stored beside it.
  package static func bytes(of cached: CachedDetail) throws(MalformedBytes) -> [UInt8] {
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

  package static func detail(
    of bytes: [UInt8], from server: QuestionServer, site: String, fetched: Date
  ) throws(MalformedBytes) -> CachedDetail {
    var reader = try versioned(bytes)
    var question = try reader.question(site: site)
    if try reader.flag() { question.body = try reader.richText() }
    let answers = try reader.array { reader throws(MalformedBytes) in try reader.answer() }
    let hasAllAnswers = try reader.flag()
    let comments = try reader.comments()
    try reader.finish()
    var detail = QuestionDetail(question: question, answers: answers, provenance: .server(server))
    detail.hasAllAnswers = hasAllAnswers
    return CachedDetail(detail: detail, fetched: fetched, comments: comments)
  }

  /// Encodes a question without its body.
  package static func bytes(of question: Question) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: version)
    writer.write(question)
    return writer.bytes
  }

  /// Decodes the question at the beginning of an open question's bytes, without its body. The rest is ignored.
  package static func question(of bytes: [UInt8], site: String) throws(MalformedBytes) -> Question {
    var reader = try versioned(bytes)
    return try reader.question(site: site)
  }

  /// Returns the bytes after the version, which must be the current one.
  private static func versioned(_ bytes: [UInt8]) throws(MalformedBytes) -> ByteReader {
    var reader = ByteReader(bytes)
    guard try reader.byte() == version else { throw MalformedBytes() }
    return reader
  }
}

/// The optional fields of a question that follow.
private struct PresentOfQuestion: OptionSet {
  let rawValue: UInt64
  static let score = PresentOfQuestion(rawValue: 1)
  static let answerCount = PresentOfQuestion(rawValue: 2)
  static let acceptedAnswer = PresentOfQuestion(rawValue: 4)
  static let asker = PresentOfQuestion(rawValue: 8)
  static let creation = PresentOfQuestion(rawValue: 16)
  static let closedReason = PresentOfQuestion(rawValue: 32)
  static let link = PresentOfQuestion(rawValue: 64)
  static let views = PresentOfQuestion(rawValue: 128)
  static let bounty = PresentOfQuestion(rawValue: 256)
  static let lastActivity = PresentOfQuestion(rawValue: 512)
}

/// The optional fields of an answer that follow, and whether it is the accepted one.
private struct PresentOfAnswer: OptionSet {
  let rawValue: UInt8
  static let score = PresentOfAnswer(rawValue: 1)
  static let author = PresentOfAnswer(rawValue: 2)
  static let creation = PresentOfAnswer(rawValue: 4)
  static let accepted = PresentOfAnswer(rawValue: 8)
}

extension ByteWriter {
  /// Writes a question without its body.
  fileprivate mutating func write(_ question: Question) {
    let link = question.link.map { KeptAddress.text($0.absoluteString) }
    var present: PresentOfQuestion = []
    if question.score != nil { present.insert(.score) }
    if question.answerCount != nil { present.insert(.answerCount) }
    if question.acceptedAnswerID != nil { present.insert(.acceptedAnswer) }
    if question.asker != nil { present.insert(.asker) }
    if question.creationDate != nil { present.insert(.creation) }
    if question.closedReason != nil { present.insert(.closedReason) }
    if link != nil { present.insert(.link) }
    if question.viewCount != nil { present.insert(.views) }
    if question.bounty != nil { present.insert(.bounty) }
    if question.lastActivity != nil { present.insert(.lastActivity) }
    write(unsigned: present.rawValue)
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
    if let date = question.lastActivity { write(date.timeIntervalSinceReferenceDate) }
  }

  fileprivate mutating func write(_ answer: Answer) throws(MalformedBytes) {
    var present: PresentOfAnswer = answer.isAccepted ? .accepted : []
    if answer.score != nil { present.insert(.score) }
    if answer.author != nil { present.insert(.author) }
    if answer.creationDate != nil { present.insert(.creation) }
    write(byte: present.rawValue)
    write(answer.id)
    if let score = answer.score { write(score) }
    if let author = answer.author { write(author) }
    if let date = answer.creationDate { write(date.timeIntervalSinceReferenceDate) }
    try write(answer.body)
  }
}

extension ByteReader {
  fileprivate mutating func question(site: String) throws(MalformedBytes) -> Question {
    let present = PresentOfQuestion(rawValue: try unsigned())
    let id = try integer()
    var question = Question(id: id, site: site, title: SafeText(title: try string()))
    question.tags = try array { reader throws(MalformedBytes) in try reader.safeText() }
    if present.contains(.score) { question.score = try integer() }
    if present.contains(.answerCount) { question.answerCount = try integer() }
    if present.contains(.acceptedAnswer) { question.acceptedAnswerID = try integer() }
    if present.contains(.asker) { question.asker = try safeText() }
    if present.contains(.creation) { question.creationDate = try date() }
    if present.contains(.closedReason) { question.closedReason = try safeText() }
    if present.contains(.link) { question.link = KeptAddress.page(try string()) }
    if present.contains(.views) { question.viewCount = try integer() }
    if present.contains(.bounty) { question.bounty = try integer() }
    if present.contains(.lastActivity) { question.lastActivity = try date() }
    return question
  }

  fileprivate mutating func answer() throws(MalformedBytes) -> Answer {
    let present = PresentOfAnswer(rawValue: try byte())
    var answer = Answer(id: try integer(), isAccepted: present.contains(.accepted))
    if present.contains(.score) { answer.score = try integer() }
    if present.contains(.author) { answer.author = try safeText() }
    if present.contains(.creation) { answer.creationDate = try date() }
    answer.body = try richText()
    return answer
  }

  package mutating func date() throws(MalformedBytes) -> Date {
    Date(timeIntervalSinceReferenceDate: try double())
  }
}
