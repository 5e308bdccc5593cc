import Text

/// Decodes a file's bytes as text, or reports why that is not possible.
struct SettingsBytes {
  /// Far more than a person writes by hand.
  static let maximumCount = 1 << 20

  let name: SafeText

  func text(_ bytes: [UInt8]) throws(SettingsMistakes) -> String {
    guard bytes.count <= Self.maximumCount else {
      throw SettingsMistakes(place: .wholeFile(name: name), "the file is larger than 1 MB; settings are not")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw SettingsMistakes(place: .wholeFile(name: name), "the file is in UTF-16; save it as UTF-8")
    }
    let bytes = bytes.withoutByteOrderMark
    guard let text = String(validating: bytes, as: UTF8.self) else { throw notUTF8(bytes) }
    try refuseControls(in: text)
    return text
  }

  private func notUTF8(_ bytes: ArraySlice<UInt8>) -> SettingsMistakes {
    var (decoder, iterator) = (UTF8(), bytes.makeIterator())
    var (line, column) = (1, 1)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    return SettingsMistakes(
      place: .file(name: name, line: line, column: column), "the text is not UTF-8 from here on; save the file as UTF-8"
    )
  }

  /// YAML has no control characters, and a terminal might interpret them.
  private func refuseControls(in text: String) throws(SettingsMistakes) {
    var (line, column) = (1, 1)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: (line, column) = (line + 1, 0)
      case 0x00..<0x09, 0x0B...0x0C, 0x0E..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let number = SafeText(oneLine: String(scalar.value, padded: 4, radix: 16, uppercase: true))
        let what: SafeText = scalar.value == 0 ? "a NUL byte" : "an invisible control character, U+\(number)"
        throw SettingsMistakes(place: .file(name: name, line: line, column: column), "here is \(what); delete it")
      default: break
      }
      column += 1
    }
  }
}
