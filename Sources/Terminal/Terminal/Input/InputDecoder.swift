import CCurses
import Screen

/// An event from the terminal.
enum InputEvent: Hashable {
  case key(KeyEvent)
  case mouse(MouseEvent)
  /// Pasted text follows as plain bytes.
  case pasteBegins
  /// The terminal's background, in answer to a question.
  case background(RGB)
  /// What the terminal can do, in answer to a question.
  case features([Int])
}

/// Decodes the codes that ncurses reads, which are key codes for sequences that it knows, else bytes.
///
/// A state machine without a clock: the caller reports the end of a burst of input and pauses, which alone distinguish Esc
/// from Alt and from the beginning of a sequence. A terminal sends Alt-x as an escape and an x in one burst; input after the
/// burst is another key, unless it continues a sequence, which a slow line may have split. Unknown sequences are dropped
/// completely; their letters are not keys. The same holds for strings with which a terminal answers: DCS, OSC, APC, PM and
/// SOS (ECMA-48, 5.6).
struct InputDecoder {
  /// The number of bytes of a terminal's string that are dropped. A longer string ends with its burst, so that an
  /// unterminated string does not swallow the keyboard.
  static let stringLimit = 64 * 1024

  private enum State {
    case ground
    /// After `ESC`, or `ESC ESC`: Esc twice, or Alt before a sequence. `isApart` after the end of the burst that ended with
    /// it.
    case escape(isSecond: Bool, isApart: Bool = false)
    /// After `ESC [`: the bytes before the final byte.
    case csi([UInt8])
    /// After `ESC O`.
    case ss3
    /// After `ESC [ M`: the bytes of an old mouse report, three in all.
    case oldMouse([UInt8])
    /// Within a character of several bytes.
    case character([UInt8], length: Int)
    /// After `ESC P`, `ESC ]`, `ESC _`, `ESC ^` or `ESC X`, and `count` bytes: everything up to `ESC \`. Escaped after an
    /// `ESC`.
    /// - Parameter text: The first of the bytes.
    case string(introducer: UInt8, count: Int = 0, isEscaped: Bool = false, text: [UInt8] = [])
  }

  private var state = State.ground
  /// Whether an escape precedes the current sequence, which is Alt if the sequence is a key.
  private var hasAlt = false

  /// Whether the terminal was asked a question a moment ago. Input that may be its answer is not a key, however slowly it
  /// comes.
  var awaitsAnswer = false
  /// Whether an escape was decoded as a key, although it may have been the beginning of the answer.
  private var isAfterLoneEscape = false

  /// The introducer of a command for the terminal (OSC), and of its answers: `ESC ]`.
  private static let command = UInt8(ascii: "]")

  /// Whether a sequence has begun and not ended.
  var isPending: Bool {
    if case .ground = state { false } else { true }
  }

  /// Whether the current sequence may also be a key: Esc, Alt-[, or Alt-P.
  var mayBeKeys: Bool {
    switch state {
    case .escape, .ss3: true
    case .csi(let bytes): bytes.isEmpty && !awaitsAnswer
    case .string(let introducer, let count, let isEscaped, _):
      count == 0 && !isEscaped && !(awaitsAnswer && introducer == Self.command)
    default: false
    }
  }

  /// - Parameter code: A byte (0–255), or a larger key code of ncurses.
  mutating func take(_ code: CInt) -> [InputEvent] {
    guard let byte = UInt8(exactly: code) else { return takeKey(code) }
    switch state {
    case .ground:
      return takeFirst(byte)
    case .escape(let isSecond, let isApart):
      return takeAfterEscape(byte, isSecond: isSecond, isApart: isApart)
    case .csi(let bytes):
      return takeCSI(bytes, byte)
    case .ss3:
      state = .ground
      return pressed(KeyCodes.ss3(byte))
    case .oldMouse(let bytes):
      return takeOldMouse(bytes + [byte])
    case .character(let bytes, let length):
      // A continuation byte; otherwise the character is broken, and this byte begins something else.
      guard byte & 0xC0 == 0x80 else { return takeAnew(byte) }
      return takeCharacter(bytes + [byte], length: length)
    case .string(let introducer, let count, let isEscaped, let text):
      return isEscaped
        ? takeAfterEscapeInString(byte, introducer: introducer, count: count, text)
        : takeString(byte, introducer: introducer, count: count, text)
    }
  }

  /// Reports a pause: the current sequence is complete as it is.
  mutating func pause() -> [InputEvent] {
    defer { (state, hasAlt) = (.ground, false) }
    let before: [InputEvent] = hasAlt ? [.key(.escape)] : []
    switch state {
    case .escape(let isSecond, _):
      isAfterLoneEscape = awaitsAnswer
      return isSecond ? [.key(.escape), .key(.escape)] : [.key(.escape)]
    case .csi(let bytes) where bytes.isEmpty: return before + [.key(.alt(.character("[")))]
    case .ss3: return before + [.key(.alt(.character("O")))]
    case .string(let introducer, 0, isEscaped: false, _):
      return before + [.key(.alt(.character(Character(Unicode.Scalar(introducer)))))]
    default: return []
    }
  }

  /// Reports the end of a burst: an escape at its end is not the Alt of the next key.
  mutating func endBurst() {
    switch state {
    case .escape(let isSecond, _): state = .escape(isSecond: isSecond, isApart: true)
    case .string(_, let count, _, _) where count > Self.stringLimit: (state, hasAlt) = (.ground, false)
    default: break
    }
  }

  private mutating func takeKey(_ code: CInt) -> [InputEvent] {
    // The byte 127, otherwise Backspace, is column 95 here.
    if case .oldMouse(let bytes) = state, code == KEY_BACKSPACE { return takeOldMouse(bytes + [0x7F]) }
    // Nor is it a key within a string. All other keys begin with an escape, which ends the string.
    if case .string(_, 1..., _, _) = state, code == KEY_BACKSPACE { return take(0x7F) }
    guard case .escape(let isSecond, isApart: false) = state else { return pause() + pressed(KeyCodes.key(code)) }
    (state, hasAlt) = (.ground, true)
    return (isSecond ? [.key(.escape)] : []) + pressed(KeyCodes.key(code))
  }

  private mutating func takeAfterEscape(_ byte: UInt8, isSecond: Bool, isApart: Bool) -> [InputEvent] {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      (state, hasAlt) = (byte == UInt8(ascii: "O") ? .ss3 : .csi([]), isSecond)
      return []
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      (state, hasAlt) = (.string(introducer: byte), isSecond)
      return []
    case _ where isApart:
      return pause() + takeFirst(byte)
    case 0x1B:
      state = .escape(isSecond: true)
      return isSecond ? [.key(.escape)] : []
    default:
      (state, hasAlt) = (.ground, true)
      return (isSecond ? [.key(.escape)] : []) + takeFirst(byte)
    }
  }

  /// Drops the current sequence and decodes the byte from the start.
  private mutating func takeAnew(_ byte: UInt8) -> [InputEvent] {
    (state, hasAlt) = (.ground, false)
    return takeFirst(byte)
  }

  /// Returns a key, with Alt if an escape preceded it.
  private mutating func pressed(_ key: KeyEvent?) -> [InputEvent] {
    defer { hasAlt = false }
    guard let key else { return [] }
    // A terminal may report Alt in both ways at once.
    if case .alt = key { return [.key(key)] }
    return [.key(hasAlt ? .alt(key) : key)]
  }

  /// Returns an event that is not a key. An escape before it was a key.
  private mutating func notKey(_ event: InputEvent?) -> [InputEvent] {
    defer { hasAlt = false }
    return (hasAlt ? [.key(.escape)] : []) + (event.map { [$0] } ?? [])
  }

  private mutating func takeFirst(_ byte: UInt8) -> [InputEvent] {
    defer { isAfterLoneEscape = false }
    switch byte {
    case Self.command where isAfterLoneEscape:
      state = .string(introducer: byte)
      return []
    case UInt8(ascii: "[") where isAfterLoneEscape:
      state = .csi([])
      return []
    case 0x1B:
      state = .escape(isSecond: false)
      return []
    case 0..<0x20, 0x7F: return pressed(KeyCodes.control(byte))
    case 0x20..<0x7F: return pressed(.character(Character(Unicode.Scalar(byte))))
    // The first bytes of UTF-8; others cannot begin a character.
    case 0xC2...0xDF: return takeCharacter([byte], length: 2)
    case 0xE0...0xEF: return takeCharacter([byte], length: 3)
    case 0xF0...0xF4: return takeCharacter([byte], length: 4)
    default: return pressed(nil)
    }
  }

  private mutating func takeCharacter(_ bytes: [UInt8], length: Int) -> [InputEvent] {
    guard bytes.count == length else {
      state = .character(bytes, length: length)
      return []
    }
    state = .ground
    // C1 controls are not text.
    guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
      scalar.value >= 0xA0
    else { return pressed(nil) }
    return pressed(.character(Character(scalar)))
  }

  private mutating func takeCSI(_ bytes: [UInt8], _ byte: UInt8) -> [InputEvent] {
    switch byte {
    // Parameters and intermediate bytes. A longer sequence is unknown, but still has to end.
    case 0x20...0x3F:
      state = .csi(bytes.count < 32 ? bytes + [byte] : bytes)
      return []
    case UInt8(ascii: "M") where bytes.isEmpty:
      state = .oldMouse([])
      return []
    // The Linux console's function keys, `ESC [ [ A`.
    case UInt8(ascii: "[") where bytes.isEmpty:
      state = .csi([byte])
      return []
    case 0x40...0x7E:
      state = .ground
      return csi(bytes, final: byte)
    // Not part of a sequence.
    default: return takeAnew(byte)
    }
  }

  private mutating func takeString(
    _ byte: UInt8, introducer: UInt8, count: Int, _ text: [UInt8]
  ) -> [InputEvent] {
    switch byte {
    case 0x1B:
      state = .string(introducer: introducer, count: count, isEscaped: true, text: text)
      return []
    // xterm ends an OSC with BEL if it was asked with BEL; CAN and SUB cancel any string.
    case 0x07 where introducer == Self.command:
      state = .ground
      return notKey(Self.answer(introducer, text))
    case 0x18, 0x1A:
      state = .ground
      return notKey(nil)
    default:
      state = .string(
        introducer: introducer, count: min(count, Self.stringLimit) + 1,
        text: text.count < TerminalAnswer.limit ? text + [byte] : text)
      return []
    }
  }

  private mutating func takeAfterEscapeInString(
    _ byte: UInt8, introducer: UInt8, count: Int, _ text: [UInt8]
  ) -> [InputEvent] {
    if byte == UInt8(ascii: "\\") {
      state = .ground
      return notKey(Self.answer(introducer, text))
    }
    // The escape begins something else instead of ending the string. If the string was no more than an introducer, that was a
    // key.
    state = .string(introducer: introducer, count: count)
    let keys = pause()
    state = .escape(isSecond: false)
    return keys + takeAfterEscape(byte, isSecond: false, isApart: false)
  }

  private static func answer(_ introducer: UInt8, _ text: [UInt8]) -> InputEvent? {
    introducer == command ? TerminalAnswer.background(in: text).map(InputEvent.background) : nil
  }

  private mutating func csi(_ bytes: [UInt8], final: UInt8) -> [InputEvent] {
    let isMouse = bytes.first == UInt8(ascii: "<")
    let parameters = String(decoding: isMouse ? bytes.dropFirst() : bytes[...], as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if isMouse { return notKey(MouseProtocol.sgr(parameters: parameters, final: final).map(InputEvent.mouse)) }
    if bytes.first == UInt8(ascii: "[") {
      return pressed((1...5).contains(final - 0x40) ? .function(Int(final) - 0x40) : nil)
    }
    if final == UInt8(ascii: "c"), bytes.first == UInt8(ascii: "?") {
      return notKey(.features(TerminalAnswer.features(in: Array(bytes.dropFirst()))))
    }
    // `ESC [ 200 ~` and `ESC [ 201 ~`; the second without the first is ignored.
    if final == UInt8(ascii: "~"), parameters.first == 200 { return notKey(.pasteBegins) }
    return pressed(KeyCodes.csi(parameters: parameters, final: final))
  }

  private mutating func takeOldMouse(_ bytes: [UInt8]) -> [InputEvent] {
    guard bytes.count == 3 else {
      state = .oldMouse(bytes)
      return []
    }
    state = .ground
    return notKey(MouseProtocol.old(bytes).map(InputEvent.mouse))
  }
}
