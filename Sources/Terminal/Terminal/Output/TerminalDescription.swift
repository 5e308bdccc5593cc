import CCurses

/// What terminfo says about a terminal, as far as frames depend on it, read once.
struct TerminalDescription: Sendable {
  /// Capabilities by name, without padding marks.
  var strings: [String: [UInt8]]
  var flags: Set<String>
  /// The attributes that cannot be combined with colours (`ncv`): a bit for each of terminfo's attributes.
  var attributesWithoutColour = 0

  private static let strings = [
    "cup", "cuf", "cub", "cuu", "cud", "hpa", "vpa", "cud1", "cub1", "el", "ech", "rep", "csr", "indn", "rin", "ind",
    "ri",
    "clear", "cnorm", "civis", "sgr0", "op", "bold", "dim", "sitm", "smul", "rev", "smxx", "setaf", "setab",
  ]

  init(strings: [String: String], flags: Set<String>) {
    self.strings = strings.mapValues { Array($0.utf8) }
    self.flags = flags
  }

  /// Reads the description that terminfo has loaded.
  static func loaded() -> TerminalDescription {
    var description = TerminalDescription(strings: [:], flags: Set(["am", "xenl", "AX"].filter { terminfo_flag($0) }))
    for name in strings where terminfo_string(name) != nil {
      description.strings[name] = filled { terminfo_copy(name, $0, $1) }
    }
    description.attributesWithoutColour = max(0, Int(terminfo_number("ncv")))
    return description
  }

  /// Returns a capability; empty if the terminal does not have it.
  subscript(name: String) -> [UInt8] { strings[name] ?? [] }

  /// Returns whether the terminal has a capability in exactly this form.
  func has(_ name: String, _ text: String) -> Bool { strings[name]?.elementsEqual(text.utf8) == true }

  /// Returns a capability of the loaded description with its numbers filled in.
  static func format(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
    filled { terminfo_format(name, CInt(first), CInt(second), $0, $1) }
  }

  private static func filled(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [UInt8] {
    let room = 256
    return [CChar](unsafeUninitializedCapacity: room) { buffer, count in
      // An array's buffer of 256 has a base address.
      count = fill(buffer.baseAddress!, room)
    }.map(UInt8.init(bitPattern:))
  }
}
