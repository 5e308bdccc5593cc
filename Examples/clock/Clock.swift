// A clock in the terminal, of what the program is made of: `swift run clock`, and any key ends it.
//
//   █▀█ █▀█   ▀▀█ ▀█    ▀▀█ █ █
//   █ █ █▀█   █▀▀  █     ▀█ ▀▀█
//   ▀▀▀ ▀▀▀ ▀ ▀▀▀ ▀▀▀ ▀ ▀▀▀   ▀

import Foundation
import Screen
import Signals
import Terminal
import Text

/// The time of day, once a second.
struct Clock {
  let time: Property<SafeText>

  init(on clock: any DateScheduler, timeZone: TimeZone = .current) {
    @Sendable func text(_ date: Date) -> SafeText {
      let parts = Calendar.current.dateComponents(in: timeZone, from: date)
      let numbers = [parts.hour, parts.minute, parts.second].map { String(format: "%02d", $0 ?? 0) }
      return SafeText(oneLine: numbers.joined(separator: "."))
    }
    let seconds = SignalProducer.timer(every: 1, aligned: true, on: clock)
    time = Property(initial: text(clock.currentDate), then: seconds.map(text))
  }

  func draw(into canvas: inout Canvas) {
    let part = Rect(x: 2, y: 1, width: canvas.width - 2, height: TallDigits.height)
    canvas.within(part) { TallDigits(time.value).draw(.plain, into: &$0) }
  }
}

@main enum Main {
  static func main() throws {
    var terminal: NcursesDisplay?
    try UI.run {
      let display = try NcursesDisplay()
      let clock = Clock(on: UI.loop)
      terminal = display
      clock.time.signal.observeValues { _ in UI.frames.mark() }
      Signal.merge(display.keys.map { _ in }, display.endings).observeValues { UI.stop() }
      UI.frames.onFrame { [unowned display] in
        var canvas = Canvas(size: display.size, theme: display.theme)
        clock.draw(into: &canvas)
        display.show(canvas)
      }
    }
    UI.assumeIsolated { terminal?.close() }
  }
}
