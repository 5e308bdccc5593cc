import Foundation
import Model
import Text

/// A row of the list of recent events.
public struct RecentEvent: Sendable, Identifiable {
  /// Numbers the events of this run, from 0.
  public let id: Int
  /// The event's own time by the local clock, or its arrival if it had none.
  public let time: Date
  /// Whether a person watches such edits.
  public internal(set) var isWatched: Bool
  /// Whether the scope of the list lets it through, as it was decided last.
  var isInScope = true
  /// Whether the list's filter lets it through, as it was decided last; `true` without one.
  var isFound = true
  /// The texts that a filter searches, once there is one with words.
  var folded: FoldedText?
  private var content: Content

  /// A single reference, because thousands of rows are copied with each batch of events.
  private final class Content: Sendable {
    let event: WikiEvent
    init(_ event: WikiEvent) { self.event = event }
  }

  public init(id: Int, event: WikiEvent, time: Date, isWatched: Bool = false) {
    self.id = id
    self.time = time
    self.isWatched = isWatched
    content = Content(event)
  }

  public internal(set) var event: WikiEvent {
    get { content.event }
    set { content = Content(newValue) }
  }
}

extension RecentEvent {
  /// The number of the edit's revision.
  var revisionNumber: Int? { content.event.edit?.revision?.new }

  /// - Returns: Whether there are facts about it.
  @discardableResult
  mutating func amend(by facts: [EditAnnotation.Key: EditFacts]) -> Bool {
    guard let key = event.annotationKey, let facts = facts[key] else { return false }
    event.amend(by: EditAnnotation(key, facts))
    return true
  }
}

extension RecentEvent: Hashable {
  /// Whether both look the same.
  public static func == (one: RecentEvent, other: RecentEvent) -> Bool {
    one.id == other.id && one.time == other.time && one.isWatched == other.isWatched
      && (one.content === other.content || one.content.event == other.content.event)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(time)
    hasher.combine(isWatched)
  }
}

extension RecentEvent: Searchable {
  public var searchedTexts: [SafeText] {
    guard let edit = event.edit else { return [event.title] }
    return [event.title] + [edit.user, edit.comment].compactMap(\.self)
  }
}
