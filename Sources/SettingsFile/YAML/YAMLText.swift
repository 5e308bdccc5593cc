import Text
import Yams

/// Reads YAML into nodes with places. libyaml parses, and three things are done otherwise than in Yams:
///
/// - An alias is expanded by our own walk, which counts what it makes, so that a few lines of aliases of aliases fill no
///   memory. To libyaml the text has no aliases: every `*` becomes a character that the text does not hold, its stand-in,
///   and a plain value that begins with the stand-in is an alias, since no other plain value can begin with `*`.
/// - A key that stands twice ends Yams's work without a word about where. The first letter of the first such key becomes
///   a stand-in too, and the text is parsed again, so that all mistakes of a file are told at once.
/// - Tags are not resolved: what a plain word means is decided by the key that it is given for.
///
/// libyaml itself refuses more than 1,000 levels of nesting before anything recurses that deep.
struct YAMLText {
  let name: SafeText

  /// How many keys that stand twice are told of in a file; in a large file only the first, since each costs the time of
  /// another parse.
  private static func maximumDuplicates(in text: [Unicode.Scalar]) -> Int { text.count > 1 << 15 ? 0 : 20 }

  /// Returns the only document's root, `nil` where there is none, and the mistakes that leave the rest readable.
  ///
  /// - Throws: why the text cannot be read.
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
      // Nodes hold their anchors weakly; the parser owns them.
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

  /// Where the first letter of a key stands; `nil` where it is not a plain or quoted word whose letter can be exchanged.
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

/// Characters that a text does not hold, each in the place of one of its own.
struct StandIns {
  let asterisk: Unicode.Scalar
  private var free: [Unicode.Scalar]
  private var originals: [Unicode.Scalar: Unicode.Scalar]

  /// `nil` where fewer than `count` private characters are left.
  init?(for text: [Unicode.Scalar], count: Int) {
    let used = Set(text.filter { (0xE000...0xF8FF).contains($0.value) })
    let free = (UInt32(0xE000)...0xF8FF).lazy.compactMap(Unicode.Scalar.init).filter { !used.contains($0) }.prefix(
      count)
    guard free.count == count, let asterisk = free.first else { return nil }
    self.asterisk = asterisk
    self.free = Array(free.dropFirst())
    originals = [asterisk: "*"]
  }

  /// Returns a new stand-in; `nil` when there is none left.
  mutating func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard let standIn = free.popLast() else { return nil }
    originals[standIn] = scalar
    return standIn
  }

  /// The text as it was written.
  func restored(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for var scalar in text.unicodeScalars {
      // The first letter of an alias that stands twice as a key has two stand-ins.
      while let original = originals[scalar] { scalar = original }
      view.append(scalar)
    }
    return String(view)
  }
}
