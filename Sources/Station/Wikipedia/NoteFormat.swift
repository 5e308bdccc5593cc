import Foundation
import Text

/// The `data` of an event of the streams other than `recentchange`, without its schema; names in snake case. `nil` is left
/// out.
///
/// Sources: the schemas mediawiki/page/change, mediawiki/page/prediction_classification_change and
/// mediawiki/revision/tags-change at https://schema.wikimedia.org.
struct NoteMessage: Encodable {
  struct Meta: Encodable {
    var uri: String
    var id: String
    var domain: String
    var stream: String
    var dt: String
    var topic: String
    var partition = 0
    var offset: Int
  }

  struct Page: Encodable {
    var pageID: Int
    var pageTitle: String
    var namespaceID: Int
    var isRedirect = false
  }

  struct Author: Encodable {
    var userText: String
    var groups = ["*", "user"]
    var isBot: Bool
    var isTemp: Bool
    var editCount: Int?
    var registrationDt: String?
  }

  struct Revert: Encodable {
    var method = "rollback"
    var isExact = true
    var revRevertedOldestID: Int
    var revRevertedNewestID: Int
  }

  struct Revision: Encodable {
    var revID: Int
    var revDt: String
    var isMinorEdit: Bool
    var comment: String
    var isContentVisible = true
    var isEditorVisible = true
    var isCommentVisible = true
    var editor: Author
    var revert: Revert?
  }

  struct Prediction: Encodable {
    var modelName = "revertrisk-language-agnostic"
    var modelVersion = "3"
    var predictions: [String]
    var probabilities: [String: Double]
  }

  struct PriorState: Encodable {
    var tags: [String]
  }

  var meta: Meta
  var dt: String?
  var wikiID: String?
  var changelogKind: String?
  var pageChangeKind: String?
  var page: Page?
  var performer: Author?
  var revision: Revision?
  var predictedClassification: Prediction?
  // Of a change of tags.
  var database: String?
  var pageID: Int?
  var pageTitle: String?
  var pageNamespace: Int?
  var revID: Int?
  var tags: [String]?
  var priorState: PriorState?

  init(_ note: EditNote, _ event: FeedEvent, uri: String, domain: String) {
    let change = event.change
    let stream = change.stream
    let title = change.title.replacing(" ", with: "_")
    let time = event.timestamp.iso8601
    let number = Int(change.title.stableHash % 80_000_000) + 1
    meta = Meta(
      uri: uri, id: (change.id ?? UUID()).uuidString.lowercased(), domain: domain, stream: stream.rawValue, dt: time,
      topic: stream.topic, offset: 7_000_000_000 + event.sequence)
    if case .tags(let tags, let before) = note.content {
      (database, pageID, pageTitle, pageNamespace) = (change.wiki, number, title, change.namespace)
      (revID, self.tags, priorState) = (note.revision, tags, PriorState(tags: before))
      return
    }
    (dt, wikiID, changelogKind, pageChangeKind) = (time, change.wiki, "update", "edit")
    page = Page(pageID: number, pageTitle: title, namespaceID: change.namespace)
    var author = Author(userText: change.user, isBot: change.isBot, isTemp: change.user.begins(with: "~"))
    if case .author(let edits, let age) = note.content {
      author.editCount = edits
      author.registrationDt = age.map { Timestamp(event.timestamp.date.addingTimeInterval(-$0)).iso8601Seconds }
    }
    var revision = Revision(
      revID: note.revision, revDt: event.timestamp.iso8601Seconds, isMinorEdit: change.isMinor, comment: change.comment,
      editor: author)
    if case .author = note.content, let reverted = change.reverts {
      revision.revert = Revert(revRevertedOldestID: reverted.lowerBound, revRevertedNewestID: reverted.upperBound)
    }
    (performer, self.revision) = (author, revision)
    if case .risk(let risk) = note.content {
      predictedClassification = Prediction(
        predictions: [risk >= 0.5 ? "true" : "false"], probabilities: ["true": risk, "false": 1 - risk])
    }
  }
}
