import Foundation
import PaneKit
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
  /// What is asked of thousands of rows, beside the content, which is elsewhere in memory.
  private var traits: Traits
  private var content: Content

  /// A single reference, because thousands of rows are copied with each batch of events.
  private final class Content: Sendable {
    let event: WikiEvent
    init(_ event: WikiEvent) { self.event = event }
  }

  private struct Traits: OptionSet {
    let rawValue: UInt8

    static let isEdit = Traits(rawValue: 1)
    static let hasRevision = Traits(rawValue: 2)
    static let hasPage = Traits(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of event: WikiEvent) {
      self = []
      if event.edit != nil { insert(.isEdit) }
      if event.edit?.revision != nil { insert(.hasRevision) }
      if event.address != nil { insert(.hasPage) }
    }
  }

  public init(id: Int, event: WikiEvent, time: Date, isWatched: Bool = false) {
    self.id = id
    self.time = time
    self.isWatched = isWatched
    traits = Traits(of: event)
    content = Content(event)
  }

  public internal(set) var event: WikiEvent {
    get { content.event }
    set {
      traits = Traits(of: newValue)
      content = Content(newValue)
    }
  }
}

extension RecentEvent {
  /// Whether the feed has reported who made it.
  public var isEdit: Bool { traits.contains(.isEdit) }
  /// Whether its text can be requested: whether it has a ``revision``.
  public var hasRevision: Bool { traits.contains(.hasRevision) }
  /// Whether it has a page.
  var hasPage: Bool { traits.contains(.hasPage) }
}

extension RecentEvent {
  /// The number of the edit's revision.
  var revisionNumber: Int? { hasRevision ? content.event.edit?.revision?.new : nil }

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
