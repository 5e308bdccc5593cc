import Clients
import Foundation
import Model
import Rooms
import RoomsEdge
import Signals

/// A megabyte of text wherever the world's servers may send one.
enum LongTexts {
  /// Words and one long word, without what JSON or HTML would escape.
  static let megabyte = String(repeating: "long words ", count: 50_000) + String(repeating: "x", count: 500_000)

  /// The fields of answers that get a long text before their own, each once, so that an answer stays within a client's limit.
  private static let places = [
    #""title":""#, #""display_name":""#, #""tags":[""#, #""body":"<p>"#, #""text":"A line."#,
  ]

  /// Returns an answer's JSON with long texts.
  static func lengthened(_ body: [UInt8]) -> [UInt8] {
    var text = String(decoding: body, as: UTF8.self)
    // The rules tell edits by their titles.
    for place in places where !text.contains("recentchanges") {
      if let range = text.firstRange(of: place) { text.insert(contentsOf: megabyte, at: range.upperBound) }
    }
    return Array(text.utf8)
  }

  /// Returns the JSON of a change with a long user and comment.
  static func lengthened(_ change: String) -> String {
    String(change.dropLast()) + #","user":"\#(megabyte)","comment":"\#(megabyte)"}"#
  }

  static let exporter = URL(string: "http://labels.example/metrics")

  /// An exporter's page with two rooms, whose labels differ in their last letters alone.
  static let page = Array(
    ["a", "b"].map {
      "room_celsius{place=\"\(megabyte)\($0)\",\(megabyte.filter { $0 != " " })=\"1\"} 2\($0 == "a" ? 0 : 1)\n"
    }
    .joined().utf8)

  /// The exporter as a source of rooms.
  static func source(in world: World) -> RoomSourceEntry? {
    guard let network = world.network, world.hasLongTexts, let url = exporter else { return nil }
    return RoomSourceEntry(
      id: RoomSourceEntry.ID(source: .metrics(url)), kind: .metrics,
      source: ExporterClient(url: url, transport: network.makeTransport(), clock: world.clock))
  }
}
