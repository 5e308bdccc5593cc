import Text
import Yams

/// Parses YAML into nodes with places. libyaml parses, with three differences to Yams:
///
/// - An alias is expanded by our own walk, which counts the nodes, so that a few lines of nested aliases do not fill the
///   memory. For libyaml the text has no aliases: every `*` is replaced by a character that the text does not contain, its
///   stand-in, and a plain value that begins with the stand-in is an alias, because no other plain value can begin with `*`.
/// - A duplicate key makes Yams fail without its place. The first letter of the first such key becomes a stand-in, too, and
///   the text is parsed again, so that all mistakes of a file are reported at once.
/// - Tags are not resolved: the meaning of a plain word depends on its key.
///
/// libyaml itself refuses more than 1,000 levels of nesting, before any recursion that deep.
struct YAMLText {
  let name: SafeText

  /// Returns the number of duplicate keys that are reported; in a large file only the first, because each costs another
  /// parse.
  private static func maximumDuplicates(in text: [Unicode.Scalar]) -> Int { text.count > 1 << 15 ? 0 : 20 }

  /// Returns the root of the only document, `nil` if there is none, and the mistakes that leave the rest readable.
  ///
  /// - Throws: if the text cannot be parsed.
  func parse(_ text: String) throws(SettingsMistakes) -> (root: SettingsNode?, mistakes: [SettingsMistake]) {
    var scalars = Array(text.unicodeScalars)
    guard var standIns = StandIns(for: scalars, count: Self.maximumDuplicates(in: scalars) + 1) else {
      throw SettingsMistakes(
        place: .wholeFile(name: name), "this uses all private characters of Unicode; it is no text")
    }
    for index in scalars.indices where scalars[index] == "*" { scalars[index] = standIns.asterisk }
    while true {
      do {
        return try nodes(of: scalars, standIns)
      } catch {
        guard case .duplicatedKeysInMapping(_, let context) = error,
          let index = Self.firstLetter(of: context.mark, in: scalars),
          let standIn = standIns.replacement(of: scalars[index])
        else { throw SettingsMistakes([YAMLSentences(name: name, text: text).mistake(for: error)]) }
        scalars[index] = standIn
      }
    }
  }

  private func nodes(
    of scalars: [Unicode.Scalar], _ standIns: StandIns
  ) throws(YamlError) -> (root: SettingsNode?, mistakes: [SettingsMistake]) {
    do {
      let parser = try Parser(yaml: String(String.UnicodeScalarView(scalars)), resolver: .basic, encoding: .utf8)
      // Nodes hold weak references to their anchors; the parser owns them.
      return try withExtendedLifetime(parser) {
        guard let root = try parser.singleRoot() else { return (nil, []) }
        var walk = YAMLWalk(name: name, standIns: standIns)
        return (walk.node(of: root), walk.mistakes)
      }
    } catch let error as YamlError {
      throw error
    } catch {
      throw .representer(problem: "unexpected error")
    }
  }

  /// Returns the position of the first letter of a key; `nil` if the key is not a plain or quoted word whose letter can be
  /// replaced.
  private static func firstLetter(of mark: Mark, in scalars: [Unicode.Scalar]) -> Int? {
    var (line, index) = (1, 0)
    while line < mark.line, index < scalars.count {
      let isBreak = scalars[index] == "\n" || (scalars[index] == "\r" && scalars.dropFirst(index + 1).first != "\n")
      if isBreak { line += 1 }
      index += 1
    }
    index += mark.column - 1
    if index < scalars.count, scalars[index] == "'" || scalars[index] == "\"" { index += 1 }
    guard index < scalars.count, scalars[index].properties.isAlphabetic || scalars[index].value >= 0xE000 else {
      return nil
    }
    return index
  }
}

/// Characters that a text does not contain, each replacing one of its own.
struct StandIns {
  let asterisk: Unicode.Scalar
  private var free: [Unicode.Scalar]
  private var originals: [Unicode.Scalar: Unicode.Scalar]

  /// `nil` if fewer than `count` private characters are left.
  init?(for text: [Unicode.Scalar], count: Int) {
    let used = Set(text.filter { (0xE000...0xF8FF).contains($0.value) })
    let free = (UInt32(0xE000)...0xF8FF).lazy.compactMap(Unicode.Scalar.init).filter { !used.contains($0) }.prefix(
      count)
    guard free.count == count, let asterisk = free.first else { return nil }
    self.asterisk = asterisk
    self.free = Array(free.dropFirst())
    originals = [asterisk: "*"]
  }

  /// Returns a new stand-in; `nil` if there is none left.
  mutating func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard let standIn = free.popLast() else { return nil }
    originals[standIn] = scalar
    return standIn
  }

  /// Returns the text as it was written.
  func restored(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for var scalar in text.unicodeScalars {
      // The first letter of an alias that is a duplicate key has two stand-ins.
      while let original = originals[scalar] { scalar = original }
      view.append(scalar)
    }
    return String(view)
  }
}
