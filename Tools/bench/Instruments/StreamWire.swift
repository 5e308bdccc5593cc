import Clients
import Edits
import Foundation
import Model
import Signals
import Synchronization

/// In the network's place: one event stream, whose bytes the caller sends.
final class StreamWire: Wire {
  static let url: URL = {
    guard let url = URL(string: "https://stream.example/v2/stream/recentchange") else {
      preconditionFailure("the text is an address")
    }
    return url
  }()

  private let parts = Mutex<Signal<WirePart, AttemptFailure>.Observer?>(nil)

  var reading: any Scheduler { ImmediateScheduler() }

  func attempt(_ request: WireRequest) -> SignalProducer<WirePart, AttemptFailure> {
    SignalProducer { [self] observer, _ in parts.withLock { $0 = observer } }
  }

  /// Answers the request with the head of a stream.
  func open() {
    observer?.send(value: .head(status: 200, headers: [("Content-Type", "text/event-stream; charset=utf-8")]))
  }

  func send(_ bytes: [UInt8]) { observer?.send(value: .body(bytes)) }

  private var observer: Signal<WirePart, AttemptFailure>.Observer? { parts.withLock { $0 } }
}

// MARK: - Events

extension StreamWire {
  private static let wikis = EventMix.allWikis

  /// Whether an event is an edit of an article of shown wikis, which counts.
  static func isEdit(_ number: Int, of shown: WikiSelection) -> Bool {
    number % 10 != 9 && shown.contains(wikis[number % wikis.count])
  }

  /// Returns an event as Wikimedia's stream has it, with all its fields (schema mediawiki/recentchange 1.0.0): of ten events nine
  /// are edits of articles, and one is an entry of a log.
  static func event(_ number: Int, at date: Date) -> [UInt8] {
    let wiki = wikis[number % wikis.count]
    let host = wiki == "wikidatawiki" ? "www.wikidata.org" : "\(wiki.dropLast(4)).wikipedia.org"
    let seconds = Int(date.timeIntervalSince1970)
    let page = "Article_\(number % 7_919)_of_the_river_Łyna"
    let kind =
      number % 10 == 9
      ? #""type":"log","log_id":\#(number),"log_type":"move","log_action":"move","log_params":{"userid":47019178},"#
      : #"""
      "type":"edit","minor":false,"length":{"old":16103,"new":\#(16_103 + number % 401)},\#
      "revision":{"old":\#(1_200_000_000 + number),"new":\#(1_300_000_000 + number)},\#
      "notify_url":"https://\#(host)/w/index.php?diff=\#(1_300_000_000 + number)&oldid=\#(1_200_000_000 + number)",
      """#
    let text = #"""
      event: message
      id: [{"topic":"eqiad.mediawiki.recentchange","partition":0,"timestamp":\#(seconds)000},{"topic":"codfw.mediawiki.recentchange","partition":0,"offset":-1}]
      data: {"$schema":"/mediawiki/recentchange/1.0.0","meta":{"uri":"https://\#(host)/wiki/\#(page)","request_id":"e8af5168-22a4-4beb-8b53-b3d1f5e8596f","id":"551f5fd1-7d81-4a33-be1a-\#(100_000_000_000 + number)","dt":"\#(date.ISO8601Format())","domain":"\#(host)","stream":"mediawiki.recentchange","topic":"eqiad.mediawiki.recentchange","partition":0,"offset":\#(825_114_112 + number)},"id":\#(300_811_763 + number),\#(kind)"namespace":0,"title":"\#(page.replacing("_", with: " "))","title_url":"https://\#(host)/wiki/\#(page)","comment":"/* History */ the year in which the bridge was built, with its source","timestamp":\#(seconds),"user":"User \#(number % 4_999)","bot":\#(number % 4 == 0),"server_url":"https://\#(host)","server_name":"\#(host)","server_script_path":"/w","wiki":"\#(wiki)","parsedcomment":"<span class=\"autocomment\">History</span> the year in which the bridge was built, with its source"}


      """#
    return Array(text.utf8)
  }
}
