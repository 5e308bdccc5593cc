import Foundation
import Model
import NetTesting
import Testing
import Text

@testable import Clients
@testable import Edits
@testable import EditsEdge

/// What `rest.php` tells of two revisions, read from its bytes.
@Suite struct EditDiffTests {
  private static func diff(_ bytes: [UInt8]) throws -> EditDiff {
    EditDiff(try #require(try LenientJSON.decode(RESTAnswer<ComparePayload>.self, from: bytes).content))
  }

  private static func diff(rows: String) throws -> EditDiff { try diff(Array(#"{"diff":[\#(rows)]}"#.utf8)) }

  private static func name(_ kind: EditDiff.Line.Kind) -> String {
    switch kind {
    case .context: "context"
    case .added: "added"
    case .removed: "removed"
    case .changed: "changed"
    case .movedAway: "moved_from"
    case .movedHere: "moved_to"
    }
  }

  @Test(arguments: try SampleFiles.entries(of: "wiki-rest").filter { $0.diff != nil })
  func aDifferenceIsReadAsItWasMeant(sample: SampleFiles.Entry) throws {
    let expected = try #require(sample.diff)
    let diff = try Self.diff(try SampleFiles.bytes(sample.file))
    let lines = diff.hunks.flatMap(\.lines)
    #expect(diff.hunks.count == expected.hunks)
    #expect(Dictionary(grouping: lines) { Self.name($0.kind) }.mapValues(\.count) == expected.kinds)
    if let rows = expected.rows {
      let read = lines.map { line in
        ([Self.name(line.kind)] + [line.oldNumber, line.newNumber].map { $0.map(String.init) ?? "-" })
          .joined(separator: " ")
      }
      #expect(read == rows)
    }
    func words(_ mark: EditDiff.Piece.Mark) -> [String] {
      lines.flatMap(\.pieces).filter { $0.mark == mark }.map(\.text.string)
    }
    if let removed = expected.wordsRemoved { #expect(words(.removed) == removed) }
    if let added = expected.wordsAdded { #expect(words(.added) == added) }
    let text = lines.map { $0.pieces.map(\.text.string).joined() }.joined(separator: "\n")
    for verbatim in expected.shownVerbatim ?? [] { #expect(text.contains(verbatim)) }
    if let sections = expected.sectionOfHunks {
      #expect(diff.hunks.map(\.section?.string) == sections.map { $0.map { $0.filter { $0 != "=" && $0 != " " } } })
    }
    #expect(diff.linesLeftOut == 0)
  }

  @Test func bothEndsOfAMoveKnowEachOther() throws {
    let diff = try Self.diff(try SampleFiles.bytes("wiki-rest/real_compare_cyrillic_moves_ruwiki.json"))
    let lines = diff.hunks.flatMap(\.lines)
    let away = lines.compactMap { if case .movedAway(let to) = $0.kind { to } else { nil } }
    let here = lines.filter { if case .movedHere = $0.kind { true } else { false } }
    #expect(Set(away) == Set(here.compactMap(\.newNumber)) && away.count == 2)
  }

  /// Ranges in bytes, as what the pieces say.
  @Test(
    arguments: [
      // The text is "aéß" and a family of four, which is one character of 25 bytes: 30 bytes in all.
      ("[0,1,0]", "+a|éß👨‍👩‍👧‍👦"),
      // A range that begins or ends within a character has all of it.
      ("[2,1,1]", "a|-é|ß👨‍👩‍👧‍👦"), ("[1,3,0]", "a|+éß|👨‍👩‍👧‍👦"), ("[9,2,1]", "aéß|-👨‍👩‍👧‍👦"),
      // Out of the text, backward, overlapping, of no kind.
      ("[28,9223372036854775807,0]", "aéß|+👨‍👩‍👧‍👦"), ("[-5,6,1]", "-a|éß👨‍👩‍👧‍👦"), ("[40,2,0]", "aéß👨‍👩‍👧‍👦"),
      ("[1,-3,0]", "aéß👨‍👩‍👧‍👦"), ("[3,2,0],[0,4,1]", "aé|+ß|👨‍👩‍👧‍👦"), ("[0,1,9]", "aéß👨‍👩‍👧‍👦"),
      ("[0,1,1],[1,2,0]", "-a|+é|ß👨‍👩‍👧‍👦"), ("[9,3,1],[12,2,0],[16,1,0]", "aéß|-👨‍👩‍👧‍👦"),
      ("[-9223372036854775808,-9223372036854775808,0]", "aéß👨‍👩‍👧‍👦"),
    ])
  func rangesAreWidenedToWholeCharactersAndKeptWithinTheText(ranges: String, pieces: String) throws {
    let objects = ranges.split(separator: "],").map { range in
      let numbers = range.filter { $0 != "[" && $0 != "]" }.split(separator: ",")
      return #"{"start":\#(numbers[0]),"length":\#(numbers[1]),"type":\#(numbers[2])}"#
    }
    let diff = try Self.diff(
      rows: #"{"type":3,"lineNumber":1,"text":"aéß👨‍👩‍👧‍👦","highlightRanges":[\#(objects.joined(separator: ","))]}"#)
    let signs: [EditDiff.Piece.Mark: String] = [.same: "", .added: "+", .removed: "-"]
    let read = diff.hunks[0].lines[0].pieces.map { (signs[$0.mark] ?? "?") + $0.text.string }
    #expect(read.joined(separator: "|") == pieces)
  }

  @Test func whatIsHostileInALineShowsNothing() throws {
    let diff = try Self.diff(
      rows: #"{"type":1,"lineNumber":1,"text":"a\u001b[31mb\u202ec\#u{9b}d\r","offset":{"from":null,"to":0}}"#)
    #expect(diff.hunks[0].lines[0].pieces.map(\.text.string).joined() == "a�[31mbc�d ")
  }

  @Test func numbersThatCannotBeTrapNothing() throws {
    let diff = try Self.diff(
      rows: #"""
        {"type":0,"lineNumber":9223372036854775807,"text":"a","offset":{"from":-1,"to":9223372036854775807}},
        {"type":1,"lineNumber":-4,"text":"b"},{"type":0,"lineNumber":2147483648,"text":"c"},
        {"type":2,"text":"d"},{"type":0,"lineNumber":3,"text":"e"},{"type":77,"text":"f"},{"type":1},7
        """#)
    #expect(diff.hunks.flatMap(\.lines).flatMap(\.pieces).map(\.text) == ["a", "b", "c", "d", "e", "f"])
    #expect(diff.hunks.flatMap(\.lines).allSatisfy { ($0.oldNumber ?? 1) > 0 && ($0.newNumber ?? 1) > 0 })
  }

  /// A kind of row that MediaWiki may add: its text is part of the page, whatever was done to it.
  @Test func aRowOfAnUnknownTypeIsShownAndCountedByItsNumber() throws {
    let diff = try Self.diff(
      rows: #"""
        {"type":0,"lineNumber":1,"text":"a"},{"type":9,"lineNumber":2,"text":"b"},{"type":9,"text":"c"},
        {"type":1,"lineNumber":3,"text":"d"}
        """#)
    let lines = try #require(diff.hunks.first).lines
    #expect(diff.hunks.count == 1 && lines.flatMap(\.pieces).map(\.text) == ["a", "b", "c", "d"])
    #expect(lines.map(\.kind) == [.context, .context, .context, .added])
    #expect(lines.map(\.newNumber) == [1, 2, nil, 3])
  }

  @Test(arguments: ["{}", #"{"diff":{}}"#, #"{"diff":[7,8]}"#, "[]", "7"])
  func somethingElseIsNoDifference(body: String) {
    #expect(throws: (any Error).self) {
      try LenientJSON.decode(RESTAnswer<ComparePayload>.self, from: Array(body.utf8))
    }
  }

  @Test func ofANewPageEachLineWasAdded() throws {
    let answer = try LenientJSON.decode(
      RESTAnswer<RevisionPayload>.self, from: try SampleFiles.bytes("wiki-rest/revision_source_new_page.json"))
    let lines = EditDiff(newPage: try #require(answer.content).source).hunks.flatMap(\.lines)
    #expect(lines.map(\.kind) == Array(repeating: .added, count: 5))
    #expect(lines.map(\.newNumber) == [1, 2, 3, 4, 5] && lines.allSatisfy { $0.oldNumber == nil })
    #expect(lines.last?.pieces.map(\.text) == ["* <script>alert(1)</script>"])
    #expect(EditDiff(newPage: "").hunks.isEmpty)
    let long = EditDiff(newPage: String(repeating: "a\n", count: 7), limit: 5)
    #expect(long.hunks[0].lines.count == 5 && long.linesLeftOut == 2)
  }

  /// A page of two megabytes of which every paragraph was changed.
  @Test func aDifferenceOfFiveMegabytesIsRead() throws {
    let text = String(repeating: "é []", count: 200)
    let ranges = (0..<2).map { #"{"start":\#($0 * 12 + 1),"length":3,"type":\#($0 % 2)}"# }.joined(separator: ",")
    let rows = (1...5_000).map {
      #"{"type":3,"lineNumber":\#($0),"text":"\#(text)","offset":{"from":1,"to":1},"highlightRanges":[\#(ranges)]}"#
    }
    let bytes = Array(#"{"diff":[\#(rows.joined(separator: ","))]}"#.utf8)
    #expect(bytes.count > 5_000_000)
    let diff = try Self.diff(bytes)
    #expect(diff.hunks.count == 1 && diff.hunks[0].lines.count == 5_000)
    #expect(diff.hunks[0].lines.allSatisfy { $0.pieces.map(\.text.string).joined() == text })
  }
}
