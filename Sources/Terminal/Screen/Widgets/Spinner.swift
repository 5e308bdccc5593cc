import Foundation

/// A spinner. Its picture depends only on the time, so it needs no state.
public enum Spinner {
  /// The duration of a picture in seconds.
  public static let interval: TimeInterval = 0.1

  public static func glyph(at now: Date, _ glyphs: GlyphSet) -> Glyph {
    let pictures = glyphs.spinner
    let turns = (now.timeIntervalSinceReferenceDate / interval).rounded(.down)
    let index = Int(turns.truncatingRemainder(dividingBy: Double(pictures.count)))
    return pictures[index < 0 ? index + pictures.count : index]
  }
}
