import Model
import PaneKit
import Signals
import Text

/// An item of a news service.
public struct NewsItem: Sendable, Hashable, Identifiable, Searchable {
  public var id: Int
  public var title: SafeText
  public var points: Int

  public init(id: Int, title: SafeText, points: Int) { (self.id, self.title, self.points) = (id, title, points) }

  public var searchedTexts: [SafeText] { [title] }
}

/// A service of news.
public protocol NewsService: Sendable {
  /// Sends the items once, the newest first.
  func items() -> SignalProducer<[NewsItem], ServiceError>
}

/// The order of the items.
public enum NewsOrder: String, Sendable, Hashable, CaseIterable {
  case newest, points
}
