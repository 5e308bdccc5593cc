import Assembly
import Foundation
import Model
import ModelTesting
import Rooms
import Screen
import Signals
import SignalsTesting
import Simulation
import Text

extension MovingPicture {
  /// The whole interface with the demonstration's data, for as long as it takes to read a question, see an edit and look at a room.
  @UI static func ofDemonstration(size: Size = Size(width: 120, height: 36), seed: UInt64 = 1) throws -> String {
    let dark = try PicturedProgram(size: size, palette: .darkPicture, seed: seed).play()
    let light = try PicturedProgram(size: size, palette: .lightPicture, seed: seed).play()
    var picture = MovingPicture(
      size: size, title: "reactui in a terminal: a question with its answers, an edit as it happens, the temperatures")
    for (one, other) in zip(dark.frames, light.frames) {
      picture.show(CanvasDrawing(dark: one.canvas, light: other.canvas), at: one.start)
    }
    return picture.svg(duration: dark.duration)
  }
}

/// The interface on a virtual clock, and a person who presses some keys.
@UI
private final class PicturedProgram {
  private let scheduler = TestScheduler(startDate: Sample.now)
  private let feed = ScriptedFeed.pictured()
  private let program: SimulatedProgram
  private var edits: PicturedEdits
  private var frames: [(start: Double, canvas: Canvas)] = []
  /// Seconds since the picture's beginning.
  private var time = 0.0

  init(size: Size, palette: TerminalPalette, seed: UInt64) throws {
    edits = PicturedEdits(seed: seed)
    let scheduler = scheduler
    func room(mean: Double, swing: Double) -> PicturedRoom {
      PicturedRoom(mean: mean, swing: swing, currentDate: { scheduler.currentDate })
    }
    let rooms: [(SafeText, PicturedRoom)] = [
      ("Kitchen", room(mean: 21, swing: 1.6)), ("Cellar", room(mean: 17.5, swing: 0.6)),
    ]
    let entries = rooms.enumerated().map { number, room in
      RoomSourceEntry(
        id: RoomSourceEntry.ID(ordinal: number), name: room.0, kind: .demonstration, source: room.1)
    }
    let questions = try PicturedQuestions(start: Sample.now)
    var dependencies = InterfaceDependencies(questions: questions, feed: feed, rooms: Property(value: entries))
    dependencies.time = .utc
    program = SimulatedProgram(dependencies, size: size, on: scheduler, perform: { scheduler.perform($0) })
    program.display.palette = palette
    program.display.frameLimit = 1
  }

  /// Plays what the picture shows.
  func play() -> (frames: [(start: Double, canvas: Canvas)], duration: Double) {
    scheduler.perform {
      program.start()
      feed.send(.connecting(.demo))
      feed.send(.connected(source: .english))
    }
    // The chart of the edits is full when it begins.
    for _ in 0..<280 { second() }
    look()
    wait(2)
    for key in [KeyEvent.down, .down] { press(key, wait: 1) }
    press(.enter, wait: 3)
    press(.pageDown, wait: 2)
    press(.escape, wait: 1)
    press(.tab, wait: 1)
    press(.enter, wait: 3)
    press(.escape, wait: 1)
    press(.tab, wait: 1)
    press("m", wait: 1)
    for _ in 0..<3 { press(.shiftLeft, wait: 0.5) }
    wait(1.5)
    return (frames, time)
  }

  private func press(_ key: KeyEvent, wait seconds: Double) {
    scheduler.perform { program.display.type(key) }
    look()
    wait(seconds)
  }

  /// Lets time pass in halves of a second, with edits at each full one.
  private func wait(_ seconds: Double) {
    for _ in 0..<Int(2 * seconds) {
      time += 0.5
      if time == time.rounded() { send() }
      scheduler.advance(by: .milliseconds(500))
      look()
    }
  }

  private func second() {
    send()
    scheduler.advance(by: .milliseconds(1_000))
  }

  private func send() {
    let updates = edits.next(at: scheduler.currentDate)
    scheduler.perform { for update in updates { feed.send(update) } }
  }

  private func look() {
    scheduler.perform { UI.frames.drawNow() }
    if let canvas = program.display.frames.last { frames.append((time, canvas)) }
  }
}
