import ArgumentParser
import Foundation
import Model
import Screen
import SettingsFile
import Signals
import Text
import ViewModels

/// `reactui temperatures`: what was measured of late, and each new reading.
struct TemperaturesCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "temperatures",
    abstract: "Print the temperatures of the last hour: time and degrees, a line for each two minutes' mean.",
    discussion: """
      The last line is the newest, and may be of two minutes that are not over. With --follow the latest reading is \
      printed, then each new one, asked for as often as conair.poll-every in the settings says.
      """)

  @Flag(help: "Print the latest reading, then each new one.")
  var follow = false

  @Option(
    help: ArgumentHelp("How far back to begin: 90min, 24h, 7d; without the option 1h.", valueName: "time"),
    transform: { text in
      guard let since = Span.seconds(text), Span.possible.contains(since) else {
        throw ValidationError("--since is a time from 2min to 7d, such as 90min or 24h.")
      }
      return since
    })
  var since: TimeInterval?

  @OptionGroup var options: ScriptOptions

  /// Seconds that a line is the mean of, as a point of the chart is.
  private static let step: TimeInterval = 120

  func validate() throws {
    if follow, since != nil { throw ValidationError("--follow and --since exclude each other.") }
  }

  func entries(in script: Script) throws -> SignalProducer<[any ScriptEntry], Failure> {
    guard let service = script.services.temperatures.value else { throw Self.nobodyToAsk(script.resolved) }
    if !script.options.origin.demo { script.tellUnread(of: "rooms") }
    let room = script.settings.rooms.shown?.name
    return (follow ? readings(script) : means(of: service, script)).map { temperatures in
      temperatures.map { Reading(temperature: $0, room: room) }
    }
  }

  /// Says that there is no room, or none that is read yet.
  private static func nobodyToAsk(_ resolved: ResolvedSettings) -> Failure {
    let unread = resolved.settings.rooms.unread
    if unread.isEmpty {
      return Failure(
        .usage, "There is no ConAir server to ask: give --conair-url, or a room in the settings, or --demo.")
    }
    let lines = resolved.notices(of: "rooms").map(\.text).joined(separator: "; ")
    let sentence: SafeText = "\(unread.joined(separator: ", ")): no source yet (\(lines))"
    return Failure(.unavailable, sentence.string)
  }

  private func means(
    of service: any TemperatureService, _ script: Script
  ) -> SignalProducer<[Temperature], Failure> {
    let now = script.clock.currentDate
    let start = now.addingTimeInterval(-(since ?? 3_600))
    return script.answer(of: "ConAir", service.temperatures(from: start, to: now, step: Self.step))
      .map { $0.value.filter { Temperature.credible.contains($0.celsius) } }
  }

  /// The latest reading as the pane has it, time and again.
  private func readings(_ script: Script) -> SignalProducer<[Temperature], Failure> {
    let (services, clock, pollPeriod) = (script.services, script.clock, script.settings.conAir.pollPeriod)
    let states = SignalProducer<Result<Temperature?, Failure>, Never> { observer, lifetime in
      let model = ConAirViewModel(
        source: services.temperatures, pollPeriod: Property(value: pollPeriod), scheduler: clock)
      lifetime +=
        model.state.producer
        .map { state in state.trouble.map { .failure(Failure($0.error)) } ?? .success(state.latest) }
        .start(observer)
      lifetime.observeEnded { withExtendedLifetime(model) {} }
      model.start()
    }
    return script.telling(states.start(on: clock)).skipNil().skipRepeats().map { [$0] }
  }

  /// A length of time on the command line.
  enum Span {
    static let possible: ClosedRange<TimeInterval> = 120...604_800

    static func seconds(_ text: String) -> TimeInterval? {
      guard let match = text.wholeMatch(of: /(\d{1,6}) ?(s|min|h|d)/), let number = Double(match.1) else { return nil }
      let units = ["s": 1.0, "min": 60, "h": 3_600, "d": 86_400]
      return units[String(match.2)].map { number * $0 }
    }
  }
}

/// A temperature as it is printed.
///
///     2026-11-22 14:03:20    21.5 °C  Office
struct Reading: ScriptEntry {
  var temperature: Temperature
  var room: SafeText?

  func lines(on page: TextPage) -> [PageLine] {
    let theme = page.theme
    let degrees = SafeText(page.unit.degrees(of: temperature.celsius), decimals: 1)
    let unit: SafeText = page.unit == .celsius ? "C" : "F"
    var spans = [
      Screen.Span(page.clock.full(temperature.time), theme.dim),
      Screen.Span("\(TextPage.column(degrees, 8)) \(theme.glyphs.degrees)\(unit)", theme.strong),
    ]
    if let room { spans.append(Screen.Span("  \(room)", theme.dim)) }
    return [.spans(spans)]
  }

  var json: JSONText {
    .object(["time": .date(temperature.time), "room": .text(room), "celsius": .number(temperature.celsius)])
  }
}
