import Foundation

/// Information on an edit that another stream than `recentchange` carries.
public struct EditNote: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    /// In `mediawiki.page_change.v1`: the number of the author's edits, and the seconds since they registered; `nil` for IP
    /// addresses.
    case author(edits: Int?, age: TimeInterval?)
    /// In the stream of predictions: the probability of a revert.
    case risk(Double)
    /// In `mediawiki.revision-tags-change`: the tags after and before the change.
    case tags([String], before: [String])
  }

  /// The revision that the edit created.
  public var revision: Int
  public var content: Content

  public init(_ content: Content, of revision: Int) {
    self.content = content
    self.revision = revision
  }
}

/// The streams that can be requested, alone or several in one connection.
///
/// Source: operations/deployment-charts, helmfile.d/services/eventstreams/values.yaml.
enum EventStreamName: String, CaseIterable, Sendable {
  case recentChange = "mediawiki.recentchange"
  case pageChange = "mediawiki.page_change.v1"
  case risk = "mediawiki.page_revert_risk_prediction_change.v1"
  case tags = "mediawiki.revision-tags-change"

  /// Only `recentchange` has a short name.
  init?(name: Substring) {
    if name == "recentchange" { self = .recentChange } else { self.init(rawValue: String(name)) }
  }

  var schema: String {
    switch self {
    case .recentChange: "/mediawiki/recentchange/1.0.0"
    case .pageChange: "/mediawiki/page/change/1.12.0"
    case .risk: "/mediawiki/page/prediction_classification_change/1.3.0"
    case .tags: "/mediawiki/revision/tags-change/1.0.0"
    }
  }

  var topic: String { "eqiad." + rawValue }
}

extension RecentChange {
  /// The stream that carries the event.
  var stream: EventStreamName {
    guard case .note(let note) = kind else { return .recentChange }
    switch note.content {
    case .author: return .pageChange
    case .risk: return .risk
    case .tags: return .tags
    }
  }
}
