import Foundation

/// A pseudo-terminal from a person's side: writing types, and reading gets the screen's output.
final class PseudoTerminal {
  typealias Instant = ContinuousClock.Instant

  /// Output for the screen, and when it was read.
  struct Output {
    var bytes: [UInt8]
    var time: Instant
  }

  enum Reading {
    case output(Output)
    /// Nothing came before the deadline.
    case silence
    /// The other side is closed.
    case hangUp
  }

  /// The device that a program opens as its terminal.
  let devicePath: String
  private let manager: CInt
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// - Parameter isRaw: Whether typed bytes reach the program one by one and are not echoed, as a full-screen program sets it
  ///   for itself.
  init(columns: UInt16 = 120, rows: UInt16 = 36, isRaw: Bool = false) throws {
    var manager: CInt = -1
    var device: CInt = -1
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&manager, &device, nil, nil, &size) == 0 else { throw Failure(call: "openpty", code: errno) }
    self.manager = manager
    // The program opens the device itself; a copy that stayed open here would hide its end.
    defer { close(device) }
    var name = [CChar](repeating: 0, count: 128)
    guard fcntl(manager, F_SETFD, FD_CLOEXEC) == 0, ttyname_r(device, &name, name.count) == 0 else {
      throw Failure(call: "cannot set up a pseudo-terminal", code: errno)
    }
    devicePath = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if isRaw {
      var attributes = termios()
      guard tcgetattr(device, &attributes) == 0 else { throw Failure(call: "tcgetattr", code: errno) }
      cfmakeraw(&attributes)
      guard tcsetattr(device, TCSANOW, &attributes) == 0 else { throw Failure(call: "tcsetattr", code: errno) }
    }
  }

  deinit { close(manager) }

  /// Types a text.
  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(manager, bytes, bytes.count) == bytes.count else { throw Failure(call: "write", code: errno) }
  }

  /// Waits for output.
  func read(until deadline: Instant) throws -> Reading {
    while true {
      let left = max(.zero, ContinuousClock.now.duration(to: deadline)).milliseconds.rounded(.up)
      var descriptor = pollfd(fd: manager, events: Int16(POLLIN), revents: 0)
      let ready = poll(&descriptor, 1, CInt(left))
      if ready == 0 { return .silence }
      guard ready > 0 else {
        if errno == EINTR { continue }
        throw Failure(call: "poll", code: errno)
      }
      let count = Glibc.read(manager, &buffer, buffer.count)
      let time = ContinuousClock.now
      if count > 0 { return .output(Output(bytes: Array(buffer[..<count]), time: time)) }
      // Linux reports EIO after the last descriptor of the other side was closed.
      if count == 0 || errno == EIO { return .hangUp }
      if errno != EINTR { throw Failure(call: "read", code: errno) }
    }
  }

  /// Reads and discards output until a deadline, so that the program never waits for a full terminal.
  ///
  /// - Returns: the number of bytes read.
  @discardableResult
  func drain(until deadline: Instant) throws -> Int {
    var count = 0
    while true {
      switch try read(until: deadline) {
      case .output(let output): count += output.bytes.count
      case .silence: return count
      case .hangUp: throw Failure("the program ended while it was measured")
      }
      // A program that never falls silent must not extend the measurement.
      if ContinuousClock.now >= deadline { return count }
    }
  }

  /// Reads until there has been no output for a duration.
  func drain(untilSilentFor silence: Duration, atMost limit: Duration) throws {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      switch try read(until: ContinuousClock.now + silence) {
      case .output: continue
      case .silence: return
      case .hangUp: throw Failure("the program ended while it was measured")
      }
    }
    throw Failure("the screen did not come to rest within \(limit.seconds.text(0)) s")
  }

  /// Reads for a duration.
  func text(for length: Duration) throws -> String {
    let deadline = ContinuousClock.now + length
    var bytes: [UInt8] = []
    while case .output(let output) = try read(until: deadline), output.time < deadline { bytes += output.bytes }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads until each of these texts has been seen.
  ///
  /// - Returns: when the bytes that contain the last of them were read.
  @discardableResult
  func read(untilSeen texts: [String], within limit: Duration) throws -> Instant {
    let deadline = ContinuousClock.now + limit
    var missing = texts.map { Data($0.utf8) }
    var seen = Data()
    while true {
      guard case .output(let output) = try read(until: deadline) else {
        let texts = missing.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
        throw Failure("not on the screen within \(limit.seconds.text(0)) s: \(texts)")
      }
      seen.append(contentsOf: output.bytes)
      missing.removeAll { seen.range(of: $0) != nil }
      if missing.isEmpty { return output.time }
    }
  }
}
