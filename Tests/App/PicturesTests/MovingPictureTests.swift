import Foundation
import FoundationXML
import Screen
import Testing

@testable import pictures

@Suite(.serialized) struct MovingPictureTests {
  @Test func thePictureOfTheDemonstrationIsTheSameEachTimeAndXML() async throws {
    UI.runInBackground()
    let size = Size(width: 100, height: 30)
    let picture = try await MovingPicture.ofDemonstration(size: size)
    #expect(try await MovingPicture.ofDemonstration(size: size) == picture)
    #expect(picture.utf8.count < 500_000)
    #expect(!picture.contains("<script") && !picture.contains("href"), "an image runs and loads nothing")
    let reader = Reader()
    let parser = XMLParser(data: Data(picture.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError as Any)")
    let text = reader.text
    #expect(text.contains("Stack Overflow") && text.contains("Wikipedia") && text.contains("Kitchen"))
  }

  /// A picture of two frames of text, and what stands in it.
  private static func picture(_ first: String, _ second: String) -> String {
    var picture = MovingPicture(size: Size(width: 12, height: 1), title: "a < b & c")
    for (start, text) in [first, second].enumerated() {
      var canvas = Canvas(size: Size(width: 12, height: 1))
      for (x, scalar) in text.unicodeScalars.enumerated() { canvas.put(Glyph(scalar), style: .plain, x: x, y: 0) }
      picture.show(CanvasDrawing(dark: canvas, light: canvas), at: Double(start))
    }
    return picture.svg(duration: 4)
  }

  @Test func whatStaysStandsInItOnce() {
    let same = Self.picture("a<b  x", "a<b  x")
    #expect(same.contains(">a&lt;b</text>") && !same.contains("@keyframes"))
    let other = Self.picture("a<b  x", "a<b  y")
    #expect(other.components(separatedBy: ">a&lt;b</text>").count == 2)
    #expect(other.contains("@keyframes t0{0.000%{visibility:visible}25.000%{visibility:hidden}}"), "\(other)")
    #expect(other.contains("@keyframes t1{0.000%{visibility:hidden}25.000%{visibility:visible}}"), "\(other)")
    // The first frame is what a reader sees who wants no motion.
    #expect(other.contains("<g class=\"f t0\">") && other.contains("<g class=\"m t1\">"))
    #expect(other.contains("<title>a &lt; b &amp; c</title>"))
  }

  @Test func linesAndDotsAreDrawn() {
    let picture = Self.picture("─│⠁█", "─│⠁█")
    #expect(!picture.contains("<text class"))
    #expect(
      picture.contains("d=\"M0 8.5h8M12 0v17\"") && picture.contains("d=\"M17 1h2v2h-2zM24 0h8v17h-8z\""), "\(picture)")
  }
}

/// The text of a document.
private final class Reader: NSObject, XMLParserDelegate {
  private(set) var text = ""
  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string + " " }
}
