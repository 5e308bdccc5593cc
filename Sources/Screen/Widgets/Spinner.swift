import Foundation

/// A sign that turns while something is on its way: a picture of the time, so that it needs no state.
public enum Spinner {
  /// Seconds that a picture stands.
  public static let interval: TimeInterval = 0.1

  public static func glyph(at now: Date, _ glyphs: GlyphSet) -> Glyph {
    let pictures = glyphs.spinner
    let turns = (now.timeIntervalSinceReferenceDate / interval).rounded(.down)
    let index = Int(turns.truncatingRemainder(dividingBy: Double(pictures.count)))
    return pictures[index < 0 ? index + pictures.count : index]
  }
}
