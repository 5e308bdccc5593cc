import Clients
import Foundation
import Model
import Signals
import Text

/// A client for a service that answers with its items as one JSON array.
public final class NewsClient: NewsService {
  public var notices: Signal<SafeText, Never> { skipped.notices }
  private let api: API
  private let skipped = SkippedItems(of: "News")

  /// - Parameters:
  ///   - url: The complete address of the items.
  ///   - clock: Measures pauses and timeouts.
  public init(_ url: URL, transport: Transport, clock: any DateScheduler) {
    api = API(url, name: "News", transport: transport, clock: clock)
  }

  public func items() -> SignalProducer<NewsAnswer, ServiceError> {
    api.get().json(ReadableList<NewsPayload>.self) { [skipped] list in
      skipped.note(list)
      return NewsAnswer(list.elements.map(\.item).uniqued { $0.id })
    }
  }
}

/// An object of the array: `{"id": 3, "title": "Swift on Mars", "points": 120, "text": "It has landed."}`.
///
/// Decoding fails if anything but the text is missing.
struct NewsPayload: ListedPayload {
  static let plural: SafeText = "items"

  let item: NewsItem

  private enum Key: String, CodingKey {
    case id, title, points, text
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    item = NewsItem(
      id: try fields.required(.id), title: SafeText(title: try fields.required(.title, .title)),
      points: try fields.required(.points), text: SafeText.lines(of: fields.text(.text, .post) ?? ""))
  }
}
