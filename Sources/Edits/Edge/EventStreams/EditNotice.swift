import Clients
import Edits
import Foundation
import Text

/// An event of one of Wikimedia's streams that reports facts about edits, rather than changes.
///
/// Sources: the schemas mediawiki/page/change, mediawiki/page/prediction_classification_change and
/// mediawiki/revision/tags-change (https://schema.wikimedia.org/#!/primary/jsonschema).
struct EditNotice: Sendable, Hashable {
  /// The streams that carry notices.
  enum Stream: String, CaseIterable {
    case pageChange = "mediawiki.page_change.v1"
    /// The predictions of the language-agnostic model, which exist for articles of all Wikipedias.
    case risk = "mediawiki.page_revert_risk_prediction_change.v1"
    case tags = "mediawiki.revision-tags-change"
  }

  /// The edit that the facts are about.
  var key: EditAnnotation.Key
  var facts: EditFacts
  /// The time of the notice; a later risk replaces an earlier one.
  var time: Date?
  /// The page's title with spaces and with its namespace, as in the stream `recentchange`.
  var title: String
  /// The revisions of that page that the edit reverts. The numbers of other pages' revisions lie between them.
  var reverted: ClosedRange<Int>?
}

extension EditNotice {
  /// Decodes an event of a stream.
  ///
  /// - Throws: `DecodingError` if the event does not identify an edit.
  init(
    _ stream: Stream, meta: RecentChange.Meta?, _ fields: KeyedDecodingContainer<StreamMessage.Key>
  ) throws {
    let revision = fields.object(.revision, keyedBy: Revision.Key.self).map(Revision.init)
    guard let wiki = fields.text(.wikiID, .id) ?? fields.text(.database, .id),
      let number = fields.optional(.number, as: Int.self) ?? revision?.number, number > 0
    else {
      throw DecodingError.dataCorrupted(.init(codingPath: fields.codingPath, debugDescription: "no revision"))
    }
    key = EditAnnotation.Key(wiki: wiki, revision: number)
    time = meta?.time
    facts = EditFacts()
    let page = fields.object(.page, keyedBy: Page.self)
    let title = page?.text(.title, .title) ?? fields.text(.pageTitle, .title) ?? ""
    self.title = String(
      decoding: title.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    switch stream {
    case .tags: readTags(in: fields)
    case .risk:
      facts.risk = fields.object(.prediction, keyedBy: Prediction.self).flatMap(Self.risk)
      readAuthor(in: fields, revision)
    case .pageChange:
      // In the other kinds (delete, undelete, visibility_change) the performer is not the author of the revision.
      let kind = fields.text(.kind, .word) ?? ""
      guard ["create", "edit", "move"].contains(kind) else { return }
      readAuthor(in: fields, revision)
      reverted = revision?.revert?.revisions(before: number)
      facts.isRevert = revision?.revert != nil
    }
  }

  /// An account is new with fewer edits, or for so many seconds after its registration (as MediaWiki's `autoconfirmed`).
  private static let newcomerEdits = 10
  private static let newcomerAge: TimeInterval = 4 * 86_400

  private mutating func readAuthor(in fields: KeyedDecodingContainer<StreamMessage.Key>, _ revision: Revision?) {
    guard let author = revision?.editor ?? Author(fields, .performer) else { return }
    facts.userEdits = author.editCount
    let date = fields.text(.date, .number).flatMap(ISO8601.date) ?? time
    let age = author.registration.flatMap { registration in date?.timeIntervalSince(registration) }
    guard author.editCount != nil || age != nil else { return }
    facts.isNewcomer =
      author.editCount.map { $0 < Self.newcomerEdits } ?? false || age.map { $0 < Self.newcomerAge } ?? false
  }

  private mutating func readTags(in fields: KeyedDecodingContainer<StreamMessage.Key>) {
    facts = EditFacts(
      tags: fields.texts(.tags, .tag, most: EditFacts.tagLimit),
      before: fields.optional(.before, as: PriorState.self)?.tags ?? [])
  }

  private enum Page: String, CodingKey {
    case title = "page_title"
  }

  private struct Author {
    /// `nil` for IP addresses.
    var editCount: Int?
    /// `nil` for IP addresses, and for some old accounts.
    var registration: Date?

    private enum Key: String, CodingKey {
      case editCount = "edit_count"
      case registration = "registration_dt"
    }

    /// - Returns: `nil` if there is no such object.
    init?<Outer: CodingKey>(_ outer: KeyedDecodingContainer<Outer>, _ key: Outer) {
      guard let fields = outer.object(key, keyedBy: Key.self) else { return nil }
      editCount = fields.optional(.editCount).flatMap { $0 >= 0 ? $0 : nil }
      registration = fields.text(.registration, .number).flatMap(ISO8601.date)
    }
  }

  private struct Revision {
    var number: Int?
    var editor: Author?
    var revert: Revert?

    package enum Key: String, CodingKey {
      case editor, revert
      case number = "rev_id"
    }

    init(_ fields: KeyedDecodingContainer<Key>) {
      number = fields.optional(.number)
      editor = Author(fields, .editor)
      revert = fields.object(.revert, keyedBy: Revert.Key.self).map(Revert.init)
    }
  }

  private struct Revert {
    var oldest: Int?
    var newest: Int?

    enum Key: String, CodingKey {
      case oldest = "rev_reverted_oldest_id"
      case newest = "rev_reverted_newest_id"
    }

    init(_ fields: KeyedDecodingContainer<Key>) {
      oldest = fields.optional(.oldest)
      newest = fields.optional(.newest)
    }

    func revisions(before reverting: Int) -> ClosedRange<Int>? {
      guard let oldest = oldest ?? newest, let newest = newest ?? self.oldest else { return nil }
      let last = min(newest, reverting - 1)
      return oldest > 0 && oldest <= last ? oldest...last : nil
    }
  }

  private enum Prediction: String, CodingKey {
    case probabilities
  }

  private enum Probability: String, CodingKey {
    case revert = "true"
  }

  /// In 0...1; `nil` for anything else, because an unknown risk is not a low one.
  private static func risk(in prediction: KeyedDecodingContainer<Prediction>) -> Double? {
    let fields = prediction.object(.probabilities, keyedBy: Probability.self)
    // Not leniently: a text is no probability.
    return (try? fields?.decode(Double.self, forKey: .revert)).flatMap { (0...1).contains($0) ? $0 : nil }
  }

  private struct PriorState: Decodable {
    var tags: [String]

    private enum Key: CodingKey {
      case tags
    }

    init(from decoder: any Decoder) throws {
      tags = try decoder.container(keyedBy: Key.self).texts(.tags, .tag, most: EditFacts.tagLimit)
    }
  }
}

extension EditFacts {
  /// The facts in the tags of an edit (https://www.mediawiki.org/wiki/Manual:Reverts).
  ///
  /// - Parameter before: The tags that the edit had before, which say nothing new.
  init(tags: [String], before: [String] = []) {
    self.init(
      isReverted: tags.contains(Self.revertedTag) && !before.contains(Self.revertedTag),
      isRevert: tags.contains(where: Self.revertTags.contains))
  }

  /// The most tags of an edit that are read; edits have a few.
  static let tagLimit = 100

  private static let revertedTag = "mw-reverted"
  private static let revertTags: Set = ["mw-undo", "mw-rollback", "mw-manual-revert"]
}
