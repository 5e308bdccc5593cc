import Assembly
import Clients
import Foundation
import Model
import Panes
import Recording
import Screen
import SettingsFile
import Signals
import SignalsTesting
import Text
import ViewModels

/// Plays a recorded session with the program's own clients on a virtual clock, and compares what is shown.
///
/// ```swift
/// let result = try Replay.play(RecordedSession(path: "session.rec"))
/// result.firstDifference   // nil
/// ```
@UI
public final class Replay {
  /// How a session went when it was played again.
  public struct Result: Sendable {
    /// The digest of all frames.
    public var hash = Digest()
    /// The number of frames of the recording.
    public var recordedFrames = 0
    /// The number of them that were shown again.
    public var sameFrames = 0
    /// The first frame of the recording that was not shown again; `nil` if there is none.
    public var firstDifference: Difference?
    /// The last frame, if it was not shown again.
    public var lastDifference: Difference?
    /// What makes differences likely.
    public var remarks: [SafeText] = []
  }

  /// A frame that was not shown again.
  public struct Difference: Sendable, Hashable {
    public var frame: Int
    /// Milliseconds since the start of the session.
    public var time: Int
    /// The rows that differ from the nearest frame, from 0.
    public var rows: [Int]
    /// What the first of these rows was and is, where the recording has texts.
    public var recorded: String?
    public var played: String?
  }

  /// What a row shows, or its digest.
  private typealias Rows = [String]

  private let session: RecordedSession
  private let clock: SteppingClock
  /// The clock of the interface's thread.
  private let interface: InterfaceClock
  private let start: Date
  private let network: RecordedNetwork
  private let resolved: MutableProperty<ResolvedSettings>
  private let program: SimulatedProgram
  private let services: Services
  private var result = Result()
  private var now = 0
  /// The frames shown lately, the latest last.
  private var shown: [(time: Int, rows: Rows)] = []
  /// The recorded frames whose time to be shown again is not over.
  private var awaited: [(frame: Int, time: Int, rows: Rows)] = []
  private var recordedRows: Rows = []

  /// The milliseconds by which a frame may be early or late: the program's threads and its frame rate are not played again.
  private static let patience = 250
  /// The milliseconds after which the picture is looked at.
  private static let step = 4
  private static let vocabulary = SettingsVocabulary(
    commands: CommandNames.all, globalCommands: Set(CommandNames.always), panes: StandardPanes.ids.map(\.name))

  /// Plays a session.
  ///
  /// - Throws: a sentence about a recording that cannot be played.
  package static func play(_ session: RecordedSession) throws(RecordingError) -> Result {
    let replay = try Replay(session)
    replay.play()
    return replay.result
  }

  private init(_ session: RecordedSession) throws(RecordingError) {
    self.session = session
    let head = session.head
    start = Date(timeIntervalSince1970: Double(head.time) / 1000)
    clock = SteppingClock(startDate: start)
    interface = InterfaceClock(clock.time, session, start: start)
    network = RecordedNetwork(session, clock: clock.time, start: start)
    guard let first = session.lines.first(where: { $0.settings != nil })?.settings else {
      throw RecordingError("give a recording that has begun: this one has no settings and no frame")
    }
    let resolved = MutableProperty(try Self.settings(first, head))
    self.resolved = resolved
    let (demo, live) = (head.options.demo, head.options.live)
    let sources = resolved.map { ServiceSources($0, demo: demo, live: live) }.skipRepeats()
    let environment = ClientEnvironment(
      transport: Transport(version: head.version, projectURL: Services.projectURL, wire: network), clock: clock,
      secret: { _ in SignalProducer(value: Secret(anything: "replayed")) },
      demonstration: Demonstration(at: RecordedNetwork.demonstration), machine: NoRooms())
    do {
      services = try Services(sources: sources, environment: environment)
    } catch {
      throw RecordingError(SafeText(oneLine: error.sentence))
    }
    program = Self.program(services, resolved, sources, head, on: interface)
    if head.options.keepsState {
      result.remarks.append("the session went on from what was kept before, which is not in the recording")
    }
    if head.options.hasSensors {
      result.remarks.append("the machine's own sensors are not in the recording")
    }
    if let remark = session.remark { result.remarks.append(remark) }
  }

  /// Reads recorded settings. What a variable of the environment held stands there as hidden; it is taken for the name of a
  /// program that prints it, so that the same is asked for with a secret as before.
  static func settings(_ text: String, _ head: RecordingHead) throws(RecordingError) -> ResolvedSettings {
    let text = text.replacing(/(?m)^( *)# ([a-z-]+-command): hidden\b/) { "\($0.1)\($0.2): hidden" }
    let flags = SettingsText.layer(flags: head.options.addresses, vocabulary: vocabulary)
    let resolved = flags.flatMap { flags in
      SettingsText.decode(text, vocabulary: vocabulary).flatMap { file in
        Settings.resolve(flags: flags, file: file, vocabulary: vocabulary)
      }
    }
    switch resolved {
    case .success(let resolved): return resolved
    case .failure(let mistakes):
      throw RecordingError(
        "play it with the version that wrote it: its settings are not understood (\(mistakes.all[0].text))")
    }
  }

  /// Gives the interface what the recording has in place of what is real.
  private static func program(
    _ services: Services, _ resolved: MutableProperty<ResolvedSettings>, _ sources: Property<ServiceSources>,
    _ head: RecordingHead, on clock: InterfaceClock
  ) -> SimulatedProgram {
    var surroundings = Surroundings(services, following: sources, root: "/dev/null", on: clock)
    surroundings.settings = resolved.map(\.settings).skipRepeats()
    surroundings.palette = {
      SettingsText.lines(vocabulary: vocabulary)
        .map { PaletteSetting(name: $0.name, line: $0.line, meaning: $0.meaning) }
    }
    surroundings.selectedTab = head.options.tab
    surroundings.focus = head.options.pane.flatMap { name in StandardPanes.ids.first { $0.name == name } }
    surroundings.greets = !head.options.hasSettings
    let offset = head.utcOffset
    surroundings.time = ClockTime { _ in offset }
    let terminal = head.terminal
    let program = SimulatedProgram(
      surroundings, size: Size(width: terminal.columns, height: terminal.rows),
      theme: Theme(colours: Theme.Colours(rawValue: terminal.colours) ?? .many, isASCII: terminal.isASCII), on: clock,
      perform: { clock.perform($0) })
    program.display.frameLimit = 1
    return program
  }

  // MARK: The session

  private func play() {
    var hasStarted = false
    for line in session.lines {
      if line.request != nil || line.head != nil || line.bytes != nil || line.end != nil { continue }
      pass(to: line.t)
      clock.time.advance(to: start.addingTimeInterval(Double(line.microseconds) / 1e6))
      if !hasStarted, line.frame != nil {
        hasStarted = true
        draw()
        interface.perform { program.start() }
      }
      perform(line)
      if UI.frames.isMarked { draw() }
    }
    // What is asked a little earlier now was not asked any more when the session ended.
    let end = clock.currentDate.addingTimeInterval(-Double(Self.patience) / 1000)
    let unanswered = network.unanswered.filter { $0.date < end }
    pass(to: now + Self.patience)
    judge(all: true)
    if let first = unanswered.first {
      result.remarks.append(
        "\(unanswered.count) requests were not in the recording, the first: \(SafeText(oneLine: first.label))")
    }
  }

  private func perform(_ line: RecordingLine) {
    let display = program.display
    if let key = line.key.flatMap({ try? KeyEvent(name: $0) }) { type(key) }
    if let text = line.paste { type(.paste(SafeText(oneLine: text))) }
    if let mouse = line.mouse, let action = MouseEvent.Action(mouse) {
      interface.perform { display.point(action, x: mouse.x, y: mouse.y, isDouble: mouse.isDouble ?? false) }
    }
    if let size = line.size { interface.perform { display.resize(to: Size(width: size[0], height: size[1])) } }
    if let isSuspended = line.suspended { interface.perform { display.report(isSuspended: isSuspended) } }
    if let text = line.settings, let settings = try? Self.settings(text, session.head) {
      interface.perform { resolved.value = settings }
    }
    if let count = line.lost {
      result.remarks.append("\(count) things were not recorded, because the disk was too slow")
    }
    if let frame = line.frame { expect(frame, at: line.t) }
  }

  private func type(_ key: KeyEvent) {
    // The terminal stops and goes on by itself, which is in the recording.
    if key == .control("z") { return }
    interface.perform { program.display.type(key) }
  }

  private func pass(to time: Int) {
    while now < time {
      now = min(time, now + Self.step)
      clock.time.advance(to: start.addingTimeInterval(Double(now) / 1000))
      network.advanceChannels()
      if UI.frames.isMarked { draw() }
    }
  }

  // MARK: Frames

  private func draw() {
    interface.perform { UI.frames.drawNow() }
    guard let canvas = program.display.frames.last else { return }
    result.hash.add(canvas)
    let texts = canvas.rowTexts
    shown.append((now, session.head.bodies ? texts : texts.map(RowDigest.digits)))
    judge()
  }

  private func expect(_ frame: RecordingLine.Frame, at time: Int) {
    recordedRows = (0..<frame.rows).map { row in
      frame.changed["\(row)"] ?? (recordedRows.indices.contains(row) ? recordedRows[row] : "")
    }
    awaited.append((result.recordedFrames, time, recordedRows))
    result.recordedFrames += 1
  }

  /// Compares the recorded frames whose time is over, and forgets the frames that none of the others can be.
  private func judge(all: Bool = false) {
    while let frame = awaited.first, all || frame.time + Self.patience < now {
      awaited.removeFirst()
      // A frame is shown until the next one.
      let candidates = shown.indices.filter { index in
        let end = index + 1 < shown.count ? shown[index + 1].time : now
        return shown[index].time <= frame.time + Self.patience && end >= frame.time - Self.patience
      }
      let isSame = candidates.contains { shown[$0].rows == frame.rows }
      let difference = isSame ? nil : difference(of: frame, from: candidates.map { shown[$0].rows })
      result.sameFrames += isSame ? 1 : 0
      result.firstDifference = result.firstDifference ?? difference
      result.lastDifference = difference
    }
    let oldest = (awaited.first?.time ?? now) - Self.patience
    while shown.count > 1, shown[1].time < oldest { shown.removeFirst() }
  }

  private func difference(of frame: (frame: Int, time: Int, rows: Rows), from shown: [Rows]) -> Difference {
    let nearest = shown.map { (rows: differences($0, frame.rows), played: $0) }.min { $0.rows.count < $1.rows.count }
    var difference = Difference(frame: frame.frame, time: frame.time, rows: nearest?.rows ?? [])
    if session.head.bodies, let nearest, let row = nearest.rows.first {
      difference.recorded = frame.rows.indices.contains(row) ? frame.rows[row] : nil
      difference.played = nearest.played.indices.contains(row) ? nearest.played[row] : nil
    }
    return difference
  }

  private func differences(_ rows: Rows, _ others: Rows) -> [Int] {
    (0..<max(rows.count, others.count)).filter { row in
      !rows.indices.contains(row) || !others.indices.contains(row) || rows[row] != others[row]
    }
  }
}

extension MouseEvent.Action {
  fileprivate init?(_ mouse: RecordingLine.Mouse) {
    switch mouse.action {
    case "click": self = .click
    case "drag": self = .drag
    case "wheelUp": self = .wheelUp
    case "wheelDown": self = .wheelDown
    default: return nil
    }
  }
}
