import Foundation
import Model
import Text

/// The contents that a simulated file of settings has, as they are decoded; `nil` where they are a mistake.
enum SimulatedSettings {
  static let count = 9

  static func content(_ number: Int) -> Settings? {
    var settings = Settings()
    switch number {
    case 1:
      settings.stackOverflow.tabs = [
        QuestionTab(name: "Swift", feed: QuestionFeed(tags: ["swift"], order: .creation)),
        QuestionTab(name: "Kept", feed: .kept()),
      ]
    case 2: settings.stackOverflow.refreshPeriod = 60
    case 3: (settings.conAir.pollPeriod, settings.unit) = (30, .fahrenheit)
    case 4: settings.layout.panes = ["wikipedia", "stack-overflow"]
    case 5: (settings.layout.large, settings.layout.share) = ("conair", 70)
    case 6: (settings.theme.name, settings.theme.isASCII) = ("contrast", true)
    case 7: settings.rooms = rooms(2)
    case 8: return nil
    default: break
    }
    return settings
  }

  private static func rooms(_ count: Int) -> [RoomSettings] {
    (1...count).compactMap { number in
      URL(string: "http://room\(number).example/data/").map {
        RoomSettings(name: "Room \(number)", source: .conAir($0))
      }
    }
  }
}
