import Foundation
import Screen
import SignalsTesting
import Testing

@testable import clock

/// The example of Signals that draws with the program's screen.
@Suite struct ClockTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Examples/clock/Clock.swift").standardizedFileURL

  @Test func itDrawsWhatItsFileShows() throws {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 8 * 3600 + 21 * 60 + 33))
    let clock = Clock(on: scheduler, timeZone: .gmt)
    var canvas = Canvas(size: Size(width: 40, height: 5))
    clock.draw(into: &canvas)
    let before = canvas.text
    scheduler.advance(by: 1)
    canvas.erase()
    clock.draw(into: &canvas)
    #expect(canvas.text != before)
    let lines = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    let picture = lines.filter { $0.hasPrefix("//   ") }.map { $0.dropFirst(3) }.joined(separator: "\n")
    #expect(canvas.text == "\n" + picture + "\n")
    #expect(lines.count <= 60)
  }
}
