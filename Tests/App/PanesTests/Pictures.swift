import Foundation
import Screen
import Testing

/// Compares a canvas with the picture kept beside the tests, `Grids/NAME.txt`.
///
/// With `RECORD_GRIDS=1` in the environment the pictures are written instead: look at the difference before you keep it.
func expect(
  _ canvas: Canvas, looksLike name: String, styles: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let picture = (styles ? canvas.text + "\n\n" + canvas.styles : canvas.text) + "\n"
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Grids/\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_GRIDS"] == "1" {
    try Data(picture.utf8).write(to: file)
    return
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  guard picture != expected else { return }
  Issue.record("\(name) looks different.\n\nExpected:\n\(expected)\nDrawn:\n\(picture)", sourceLocation: sourceLocation)
}
