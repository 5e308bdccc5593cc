import Screen
import Text

/// An event in a simulated world.
///
/// A script is a list of acts, so the acts of a seed can be printed, shortened and played again.
public enum Act: Sendable, Hashable {
  /// Advances the time by milliseconds.
  case pass(Int)
  case key(KeyEvent)
  case paste(String)
  case mouse(MouseEvent.Action, x: Int, y: Int)
  case resize(width: Int, height: Int)
  /// Makes a service answer after a delay in milliseconds.
  case answers(ServiceName, after: Int)
  /// Makes a service fail after a delay in milliseconds; `seconds` is the pause that it asks for.
  case fails(ServiceName, Failing, after: Int, seconds: Int)
  /// Makes a service leave requests unanswered.
  case silent(ServiceName)
  /// Makes every service answer and lets the feed connect.
  case heal
  /// Ends the feed's connection, and refuses new ones for a number of seconds.
  case feedDrops(Failing, seconds: Int)
  /// Sets the number of events per ten seconds.
  case eventRate(Int)
  /// Sends a number of events at once.
  case burst(Int)
  /// Sets the number of requests that remain of the daily quota.
  case quota(Int)
  /// Switches questions and events to the demonstration, or back to live data.
  case demonstration(Bool)
  /// Saves one of the contents of ``SimulatedSettings`` as the settings file.
  case settings(Int)
  /// Stops the program by the shell's job control for a number of seconds.
  case suspend(Int)
  /// Sets the clock forward by a number of seconds, or back if negative.
  case clock(Int)
  /// Sets the offset of local time from UTC in seconds, as when daylight saving time begins or ends.
  case utcOffset(Int)
  /// Sets the seconds by which the clocks of thermometers, and of a feed that connects, are ahead of the world's.
  case serverClock(Int)
  /// Lets something happen to the files of the databases, if there are any; a lock lasts for a number of seconds.
  case disk(DiskEvent, seconds: Int)
  /// Starts another program with the same stored state, or ends it.
  case companion(Bool)
  /// Ends the program and starts it again.
  case restart
}

/// A service of the world.
public enum ServiceName: String, Sendable, Hashable, CaseIterable {
  case questions, details, comments, temperatures, directory, store
  /// The wikis' lists of recent changes, and what edits changed.
  case changes
}

/// What happens to the files of databases.
public enum DiskEvent: String, Sendable, Hashable, CaseIterable {
  /// Another program has locked the folder, as one does that opens a database.
  case locked
  /// Another program has begun to write into a database.
  case stateWriting = "state-writing"
  case cacheWriting = "cache-writing"
  /// The second half of a database is gone.
  case stateCut = "state-cut"
  case cacheCut = "cache-cut"
}

// MARK: - Text

extension Act: CustomStringConvertible {
  /// The act as a line that ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .pass(let milliseconds): "pass \(milliseconds)"
    case .key(let key): "key \(key.name ?? "?")"
    case .paste(let text): "paste \(text)"
    case .mouse(let action, let x, let y): "mouse \(Self.name(of: action)) \(x) \(y)"
    case .resize(let width, let height): "resize \(width) \(height)"
    case .answers(let service, let delay): "answers \(service.rawValue) \(delay)"
    case .fails(let service, let failing, let delay, let seconds):
      "fails \(service.rawValue) \(failing.rawValue) \(delay) \(seconds)"
    case .silent(let service): "silent \(service.rawValue)"
    case .heal: "heal"
    case .feedDrops(let failing, let seconds): "feed-drops \(failing.rawValue) \(seconds)"
    case .eventRate(let count): "event-rate \(count)"
    case .burst(let count): "burst \(count)"
    case .quota(let remaining): "quota \(remaining)"
    case .demonstration(let isOn): "demonstration \(isOn ? 1 : 0)"
    case .settings(let number): "settings \(number)"
    case .suspend(let seconds): "suspend \(seconds)"
    case .clock(let seconds): "clock \(seconds)"
    case .utcOffset(let seconds): "utc-offset \(seconds)"
    case .serverClock(let seconds): "server-clock \(seconds)"
    case .disk(let event, let seconds): "disk \(event.rawValue) \(seconds)"
    case .companion(let isOpen): "companion \(isOpen ? 1 : 0)"
    case .restart: "restart"
    }
  }

  /// Reads a line; `nil` if it is not an act.
  public init?(_ line: some StringProtocol) {
    let words = line.split(separator: " " as Character, maxSplits: 1).map { String($0) }
    let rest = words.count > 1 ? words[1] : ""
    let parts = rest.split(separator: " " as Character).map { String($0) }
    let numbers = parts.compactMap { Int($0) }
    switch (words.first, numbers.first) {
    case ("pass", let count?): self = .pass(count)
    case ("key", _):
      guard let key = try? KeyEvent(name: rest) else { return nil }
      self = .key(key)
    case ("paste", _): self = .paste(rest)
    case ("mouse", _):
      guard numbers.count == 2, let action = Self.actions.first(where: { $0.name == parts[0] })?.action else {
        return nil
      }
      self = .mouse(action, x: numbers[0], y: numbers[1])
    case ("resize", let width?) where numbers.count == 2: self = .resize(width: width, height: numbers[1])
    case ("heal", _): self = .heal
    case ("event-rate", let count?): self = .eventRate(count)
    case ("burst", let count?): self = .burst(count)
    case ("quota", let remaining?): self = .quota(remaining)
    case ("demonstration", let isOn?): self = .demonstration(isOn == 1)
    case ("settings", let number?): self = .settings(number)
    case ("suspend", let seconds?): self = .suspend(seconds)
    case ("clock", let seconds?): self = .clock(seconds)
    case ("utc-offset", let seconds?): self = .utcOffset(seconds)
    case ("server-clock", let seconds?): self = .serverClock(seconds)
    case ("companion", let isOpen?): self = .companion(isOpen == 1)
    case ("restart", _): self = .restart
    default:
      guard let act = Self.ofService(words.first, parts, numbers) else { return nil }
      self = act
    }
  }

  private static func ofService(_ word: String?, _ parts: [String], _ numbers: [Int]) -> Act? {
    guard let first = parts.first else { return nil }
    if word == "disk" {
      return DiskEvent(rawValue: first).flatMap { event in numbers.first.map { .disk(event, seconds: $0) } }
    }
    if word == "feed-drops" {
      return Failing(rawValue: first).flatMap { failing in numbers.first.map { .feedDrops(failing, seconds: $0) } }
    }
    guard let service = ServiceName(rawValue: first) else { return nil }
    switch word {
    case "silent": return .silent(service)
    case "answers": return numbers.first.map { .answers(service, after: $0) }
    case "fails":
      guard parts.count == 4, numbers.count == 2, let failing = Failing(rawValue: parts[1]) else { return nil }
      return .fails(service, failing, after: numbers[0], seconds: numbers[1])
    default: return nil
    }
  }

  private static let actions: [(name: String, action: MouseEvent.Action)] = [
    ("click", .click), ("drag", .drag), ("wheel-up", .wheelUp), ("wheel-down", .wheelDown),
  ]

  private static func name(of action: MouseEvent.Action) -> String {
    actions.first { $0.action == action }?.name ?? "?"
  }
}
