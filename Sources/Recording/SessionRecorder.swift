import Clients
import Foundation
import Model
import Screen
import Signals
import Synchronization
import Text

/// Writes what a session receives, is given by a person, and shows (docs/decisions/recording.md).
///
/// ```
/// attempts, connections ─┐
/// keys, mouse, sizes ────┼──▶ with its time, into memory ──▶ a queue: secrets and bodies left out, encoded ──▶ file
/// pictures, settings ────┘
/// ```
public final class SessionRecorder: Sendable {
  /// Sends a sentence, once, if the file cannot be written any more.
  public let notices: Signal<SafeText, Never>
  /// Whether the bodies of questions, answers and comments are recorded.
  let keepsBodies: Bool

  private let notice: Signal<SafeText, Never>.Observer
  private let file: RecordingFile
  private let queue = QueueScheduler(qos: .utility, name: "reactui.record")
  private let start: ContinuousClock.Instant
  /// The start by the clock of the machine, from which the times of all lines count: a whole millisecond, as the file has it.
  package let startDate: Date
  private let pending = Mutex(Pending())
  private let address = Mutex(RecordedAddress())
  private let demonstrationPort: @Sendable () -> Int?
  /// The parts of secrets that no row of a frame may have, because a server may have repeated a secret in a text.
  private let shownParts = Mutex<Set<Secret>>([])
  let attempts = Mutex(Attempts())
  private let moments = Mutex(Moments())
  /// The rows of the latest picture; used on the queue only.
  private let rows = Mutex<[String]>([])

  /// When the interface has begun actions, and larger answers had been read, since the last line with such times; in microseconds
  /// since the start.
  fileprivate struct Moments {
    var actions: [Int] = []
    var readings: [Int] = []
  }

  /// What waits for the queue.
  private struct Pending {
    var size = 0
    var lost = 0
  }

  /// After as many moments without a frame they are written.
  private static let momentLimit = 1_000

  /// More waiting bytes are left out: the disk is too slow.
  private static let pendingLimit = 32 << 20

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - keepsBodies: Whether the bodies of questions, answers and comments are recorded.
  ///   - demonstrationPort: Returns the port of the demonstration, if it runs.
  package convenience init(
    path: String, keepsBodies: Bool, demonstrationPort: @escaping @Sendable () -> Int?
  ) throws(RecordingError) {
    self.init(try RecordingFile(path: path), keepsBodies: keepsBodies, demonstrationPort: demonstrationPort)
  }

  init(_ file: RecordingFile, keepsBodies: Bool, demonstrationPort: @escaping @Sendable () -> Int? = { nil }) {
    self.file = file
    self.keepsBodies = keepsBodies
    self.demonstrationPort = demonstrationPort
    let now = Date.ofMachine.timeIntervalSince1970
    let milliseconds = (now * 1000).rounded(.down)
    startDate = Date(timeIntervalSince1970: milliseconds / 1000)
    start = .now - .seconds(now - milliseconds / 1000)
    (notices, notice) = Signal<SafeText, Never>.pipe()
  }

  /// Writes the first line. Must be called before anything else is recorded.
  package func begin(_ head: RecordingHead) {
    queue.schedule { [self] in report(file.append(head)) }
  }

  /// Leaves what may be a token in these addresses out of all others.
  package func learn(_ addresses: [URL]) { address.withLock { address in for url in addresses { address.learn(url) } } }

  /// Removes the file, because no session has begun.
  package func discard() { file.discard() }

  /// Writes what waits, and the last line.
  ///
  /// - Returns: Whether it was done in time.
  @discardableResult
  package func end(within seconds: TimeInterval) -> Bool {
    let moments = takeMoments()
    note { line in
      line.over = true
      line.add(moments)
    }
    let isDone = DispatchSemaphore(value: 0)
    queue.schedule { [file] in
      file.end()
      isDone.signal()
    }
    return isDone.wait(timeout: .now() + seconds) == .success
  }

  /// Leaves these secrets out of the texts of frames. A text may be wrapped within one, so parts of a third are left out as
  /// well.
  func learn(_ secrets: [Secret]) {
    guard keepsBodies else { return }
    for secret in secrets {
      let letters = Array(secret.value)
      let length = min(letters.count, max(4, (letters.count + 2) / 3))
      let parts = (0...letters.count - length).map { Secret(anything: String(letters[$0..<$0 + length])) }
      shownParts.withLock { known in
        if known.count < Self.partLimit { known.formUnion([secret] + parts) }
      }
    }
  }

  /// Keys and tokens have some dozens of letters.
  private static let partLimit = 2_000

  // MARK: The person

  func note(_ key: KeyEvent) {
    note { line in
      if case .paste(let text) = key { line.paste = text.string } else { line.key = key.name ?? "" }
    }
  }

  func note(_ event: MouseEvent) {
    let action =
      switch event.action {
      case .click: "click"
      case .drag: "drag"
      case .wheelUp: "wheelUp"
      case .wheelDown: "wheelDown"
      }
    note { line in
      line.mouse = RecordingLine.Mouse(
        action: action, x: event.location.x, y: event.location.y, isDouble: event.isDouble ? true : nil)
    }
  }

  func note(_ size: Size) { note { $0.size = [size.width, size.height] } }

  func note(isSuspended: Bool) { note { $0.suspended = isSuspended } }

  /// - Parameter text: The settings in force, with secrets masked.
  package func note(settings text: String) { note(cost: text.utf8.count) { $0.settings = text } }

  /// Notes that the interface begins an action that has waited for its thread.
  func noteAction() { note(\.actions) }

  package func hasRead() { note(\.readings) }

  private func note(_ kind: WritableKeyPath<Moments, [Int]> & Sendable) {
    let time = time
    let count = moments.withLock { moments in
      moments[keyPath: kind].append(time)
      return moments.actions.count + moments.readings.count
    }
    guard count >= Self.momentLimit else { return }
    let moments = takeMoments()
    note(cost: 8 * count) { $0.add(moments) }
  }

  private func takeMoments() -> Moments {
    moments.withLock { moments in
      defer { moments = Moments() }
      return moments
    }
  }

  func note(_ canvas: Canvas) {
    let (time, moments) = (time, takeMoments())
    // The rows are compared on the queue: the interface has no time for it.
    write(cost: 8 * canvas.cells.count) { [self] in
      let search = SecretSearch(keepsBodies ? Array(shownParts.withLock { $0 }) : [], isPlain: true)
      let texts = canvas.rowTexts.map { keepsBodies ? search.removed(from: $0) : RowDigest.digits($0) }
      let changed = rows.withLock { rows in
        defer { rows = texts }
        return texts.indices.filter { $0 >= rows.count || rows[$0] != texts[$0] }
      }
      var line = RecordingLine(time)
      line.add(moments)
      line.frame = RecordingLine.Frame(
        rows: texts.count, changed: Dictionary(uniqueKeysWithValues: changed.map { ("\($0)", texts[$0]) }))
      return [line]
    }
  }

  // MARK: Writing

  /// Microseconds since the start.
  var time: Int { Int((ContinuousClock.now - start) / .microseconds(1)) }

  /// Returns an address as it stands in the recording.
  package func addressText(_ text: String) -> String {
    let port = demonstrationPort()
    return address.withLock { $0.text(text, demonstrationPort: port) }
  }

  func note(cost: Int = 0, _ fill: @escaping @Sendable (inout RecordingLine) -> Void) {
    let time = time
    write(cost: cost) {
      var line = RecordingLine(time)
      fill(&line)
      return [line]
    }
  }

  /// Writes lines, unless too much waits.
  ///
  /// - Parameter cost: The bytes that wait with them, about.
  func write(cost: Int, _ lines: @escaping @Sendable () -> [RecordingLine]) {
    let cost = cost + 256
    let isTooMuch = pending.withLock { pending in
      guard pending.size + cost <= Self.pendingLimit else {
        pending.lost += 1
        return true
      }
      pending.size += cost
      return false
    }
    if isTooMuch { return }
    queue.schedule { [self] in
      let lost = pending.withLock { pending in
        defer { pending.lost = 0 }
        return pending.lost
      }
      if lost > 0 {
        var line = RecordingLine(time)
        line.lost = lost
        report(file.append(line))
      }
      for line in lines() { report(file.append(line)) }
      pending.withLock { $0.size -= cost }
    }
  }

  private func report(_ code: Int32?) {
    guard let code else { return }
    let reason = SafeText(oneLine: String(cString: strerror(code)))
    notice.send(value: "nothing more is recorded (\(reason)); make room, and start again to record")
  }
}

extension RecordingLine {
  fileprivate mutating func add(_ moments: SessionRecorder.Moments) {
    actions = moments.actions.isEmpty ? nil : moments.actions
    readings = moments.readings.isEmpty ? nil : moments.readings
  }
}
