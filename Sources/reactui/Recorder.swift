import Assembly
import CBuild
import Clients
import Foundation
import Model
import Recording
import Screen
import SettingsFile
import Signals
import Text

extension Application {
  /// Returns what writes `--record`'s file; `nil` without the option.
  ///
  /// - Parameter port: Returns the port of the demonstration, if it runs.
  func sessionRecorder(demonstration port: @escaping @Sendable () -> Int?) throws(Failure) -> SessionRecorder? {
    guard let file = options.record else { return nil }
    // A file that may not grow any more must give an error and not a signal.
    signal(SIGXFSZ, SIG_IGN)
    do {
      return try SessionRecorder(path: file, keepsBodies: options.recordsBodies, demonstrationPort: port)
    } catch {
      throw Failure(.other, error.sentence.string)
    }
  }

  /// Returns the terminal whose keys and pictures are recorded; the terminal itself without a recorder.
  @UI func recorded(
    _ terminal: any Display, by recorder: SessionRecorder?, _ resolved: Property<ResolvedSettings>
  ) -> any Display {
    guard let recorder else { return terminal }
    return recorder.display(terminal, head(of: terminal, resolved.value, recorder), resolved)
  }

  /// Returns the first line of a recording.
  @UI private func head(
    of terminal: any Display, _ resolved: ResolvedSettings, _ recorder: SessionRecorder
  ) -> RecordingHead {
    let start = recorder.startDate
    var options = RecordingHead.Options()
    (options.demo, options.live) = (self.options.demo, self.options.live)
    options.keepsState = !self.options.noState
    options.pane = self.options.pane?.name
    options.tab = self.options.tab.flatMap { try? resolved.settings.stackOverflow.tabs.index(named: $0) }
    options.addresses = self.options.settings.values.filter { $0.key.ends(with: "-url") }
      .mapValues { recorder.addressText($0) }
    options.hasSettings = resolved.hasFile
    options.hasSensors = MachineSource.hasSensors(root: Services.systemRoot(ProcessInfo.processInfo.environment))
    return RecordingHead(
      version: Reactui.version, build: String(cString: build_commit()), time: Int(start.timeIntervalSince1970 * 1000),
      utcOffset: ClockTime.local.utcOffset(start),
      terminal: RecordingHead.Terminal(
        columns: terminal.size.width, rows: terminal.size.height, isASCII: terminal.theme.isASCII,
        colours: terminal.theme.colours.rawValue),
      options: options, bodies: self.options.recordsBodies)
  }
}

extension SessionRecorder {
  /// Learns of the addresses in force before any client does.
  @UI func follow(_ sources: Property<ServiceSources>) {
    sources.producer.startWithValues { [self] in learn($0.serverAddresses) }
  }

  /// Begins the recording, and returns the terminal whose keys and pictures are in it. The settings in force are, too.
  @UI fileprivate func display(
    _ terminal: any Display, _ head: RecordingHead, _ resolved: Property<ResolvedSettings>
  ) -> any Display {
    begin(head)
    resolved.producer.skipRepeats().startWithValues { [self] resolved in
      note(settings: resolved.report(vocabulary: SettingsFlags.vocabulary).map(\.string).joined(separator: "\n"))
    }
    return RecordingDisplay(terminal, self)
  }
}
