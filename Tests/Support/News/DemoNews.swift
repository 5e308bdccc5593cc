import Model
import Signals
import Text

/// Made-up news, for the demonstration.
public struct DemoNews: NewsService {
  public init() {}

  public func items() -> SignalProducer<NewsAnswer, ServiceError> {
    SignalProducer(value: NewsAnswer(Self.items, from: .demo))
  }

  private static let items = [
    NewsItem(
      id: 3, title: "A terminal that reads the news aloud", points: 214,
      text: ["It reads the titles first.", "", "Silence is a setting, and the default."]),
    NewsItem(id: 2, title: "The library lends ladders", points: 38, text: ["Up to three metres, for two weeks."]),
    NewsItem(id: 1, title: "Nothing happened on Tuesday", points: 7),
  ]
}
