import Foundation
import Text

/// A kind of thing that own commands are for.
public enum SubjectKind: String, Sendable, Hashable, CaseIterable {
  case questions, edits, rooms
}

/// Something that an own command can be told of its subject, by the name of its placeholder.
public enum ProgramValue: String, Sendable, Hashable, CaseIterable {
  case url, title, id, site, tags, code, user, page, room, value, body

  /// What a subject of the kind has. The body is only for standard input: it can be longer than an argument.
  public static func values(of kind: SubjectKind) -> [ProgramValue] {
    switch kind {
    case .questions: [.url, .title, .id, .site, .tags, .code, .user, .body]
    case .edits: [.url, .title, .page, .id, .site, .user, .value, .body]
    case .rooms: [.room, .title, .value]
    }
  }

  /// The sentence for a subject that lacks it.
  var whenMissing: SafeText {
    switch self {
    case .code: "there is no code; open the question first"
    case .body: "the text is not loaded; open it first"
    case .url: "there is no link"
    default: "\(SafeText(oneLine: rawValue)) is not known"
    }
  }
}

/// What an own command is told: a question, an edit or a room, as texts.
public struct ProgramSubject: Sendable, Hashable {
  public var kind: SubjectKind
  /// What is not known is not here.
  public var values: [ProgramValue: SafeText]

  public init(_ kind: SubjectKind, _ values: [ProgramValue: SafeText]) {
    self.kind = kind
    self.values = values
  }
}

extension ProgramSubject {
  /// Creates the subject of a question.
  ///
  /// - Parameter detail: Its text and its answers, once they are loaded.
  public init(_ question: Question, detail: QuestionDetail? = nil) {
    var values: [ProgramValue: SafeText] = [
      .title: question.title, .id: "\(question.id)", .site: SafeText(oneLine: question.site),
      .tags: question.tags.joined(separator: " "),
    ]
    values[.url] = (detail?.question.link ?? question.link).map { SafeText(oneLine: $0.absoluteString) }
    values[.user] = question.asker
    let texts = [detail?.question.body ?? question.body].compactMap { $0 } + (detail?.answers.map(\.body) ?? [])
    let code = texts.flatMap(\.codeBlocks).map { $0.joined(separator: "\n") }
    if !code.isEmpty { values[.code] = code.joined(separator: "\n\n") }
    if !texts.isEmpty {
      values[.body] = ([question.title] + texts.map(\.plain)).joined(separator: "\n\n") + "\n"
    }
    self.init(.questions, values)
  }

  /// Creates the subject of an edit.
  ///
  /// - Parameters:
  ///   - link: The page of the difference.
  ///   - diff: Its text, once that is loaded.
  public init(_ event: WikiEvent, link: URL?, diff: EditDiff? = nil) {
    var values: [ProgramValue: SafeText] = [.title: event.title, .page: event.title]
    values[.url] = (link ?? event.link).map { SafeText(oneLine: $0.absoluteString) }
    values[.id] = event.edit?.revision.map { "\($0.new)" }
    values[.site] = event.wiki.map { SafeText(oneLine: $0) }
    values[.user] = event.edit?.user
    values[.value] = event.lengthChange.map { "\($0)" }
    values[.body] = diff?.plain
    self.init(.edits, values)
  }

  /// Creates the subject of a room; degrees are in the given unit.
  public init(room: SafeText, latest: Double?, unit: TemperatureUnit) {
    var values: [ProgramValue: SafeText] = [.room: room, .title: room]
    values[.value] = latest.map { SafeText(unit.degrees(of: $0), decimals: 1) }
    self.init(.rooms, values)
  }
}
