import Model
import PaneKit
import Signals
import Text

/// An item of a news service.
public struct NewsItem: Sendable, Hashable, Identifiable, Searchable {
  public var id: Int
  public var title: SafeText
  public var points: Int
  /// The lines of the text. An empty one separates paragraphs.
  public var text: [SafeText]

  public init(id: Int, title: SafeText, points: Int, text: [SafeText] = []) {
    (self.id, self.title, self.points, self.text) = (id, title, points, text)
  }

  public var searchedTexts: [SafeText] { [title] }
}

/// An answer of a news service.
public struct NewsAnswer: Sendable, Hashable {
  /// The newest first, each id once.
  public var items: [NewsItem]
  /// Where the items come from.
  public var origin: Origin

  public init(_ items: [NewsItem], from origin: Origin = .live) { (self.items, self.origin) = (items, origin) }
}

/// A service of news.
public protocol NewsService: Sendable {
  /// Sends the items once.
  func items() -> SignalProducer<NewsAnswer, ServiceError>
  /// Sends sentences to the person: that items cannot be read and are left out.
  var notices: Signal<SafeText, Never> { get }
}

extension NewsService {
  public var notices: Signal<SafeText, Never> { .never }
}

/// The order of the items.
public enum NewsOrder: String, Sendable, Hashable, CaseIterable {
  case newest, points
}
