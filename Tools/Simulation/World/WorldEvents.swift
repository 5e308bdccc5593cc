import Edits
import Foundation
import Model
import Text

/// An event of one of the world's wikis.
struct WorldEvent {
  /// The names of the wikis' databases, by their domains.
  static let wikis = ["en.wikipedia.org": "enwiki", "de.wikipedia.org": "dewiki"]

  /// Counted from 1 in a world.
  var number: Int
  /// Whether it is one of the demonstration.
  var isInvented: Bool
  /// By the server's clock.
  var time: Date
  /// Whether events of the kind `special` have a title, too, as in Wikimedia's stream.
  var isAlwaysTitled = false
  /// Whether it is an edit of the German Wikipedia, which counts its changes and revisions by the same numbers.
  var isGerman = false

  var wiki: String { isGerman ? "dewiki" : "enwiki" }
  var domain: String { isGerman ? "de.wikipedia.org" : "en.wikipedia.org" }

  var kind: WikiEvent.Kind {
    if isGerman { return .unspecified }
    return switch number % 17 {
    case 3: .newuser
    case 9: .talk
    case 13: .special
    default: .unspecified
    }
  }

  /// Empty for an event that is not listed.
  var title: String {
    if isGerman { return "Seite \(number)" }
    return kind == .special && !isAlwaysTitled ? "" : isInvented ? "Invented \(number)" : "Page \(number)"
  }
  var lengthChange: Int { number % 300 - 100 }
  var address: String? { number % 3 == 0 ? "https://en.wikipedia.org/wiki/\(number)" : nil }
}

/// Makes events happen at a rate.
// Unchecked: all of it runs on the thread that moves the clock.
final class EventSource: @unchecked Sendable {
  private let world: World
  private var ticking: Int?
  private var count = 0
  private let happened: (_ number: Int) -> Void
  /// The number of events per ten seconds.
  var rate = 10 { didSet { tick() } }

  /// - Parameter happened: Called with the number of each event.
  init(_ world: World, happened: @escaping (_ number: Int) -> Void) {
    (self.world, self.happened) = (world, happened)
    tick()
  }

  private func tick() {
    if let ticking { world.cancel(ticking) }
    ticking = nil
    guard rate > 0 else { return }
    ticking = world.later(10 / Double(rate)) { [weak self] in
      self?.happen()
      self?.tick()
    }
  }

  func happen() {
    count += 1
    happened(count)
  }
}

/// The feed of the world's events, with a record of what it has sent.
protocol WorldFeed: WikiFeed, AnyObject {
  var ledger: EventLedger { get }
  var source: EventSource { get }
  /// Ends the connection, and refuses new ones for the given number of seconds.
  func drop(_ failing: Failing, seconds: Int)
  func heal()
  /// The demonstration has begun or ended.
  func originChanged()
  /// A person has chosen other wikis.
  func wikisChanged()
  /// Holds updates back in the socket while the program is stopped.
  func hold()
  func release()
  func clockWasSet()
}
