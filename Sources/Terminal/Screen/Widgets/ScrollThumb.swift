/// The visible part of something longer than its window, drawn as a thicker part of a border's right side.
public struct ScrollThumb: Sendable, Hashable {
  public var offset: Int
  public var visible: Int
  public var total: Int

  public init(offset: Int, visible: Int, total: Int) {
    self.offset = offset
    self.visible = visible
    self.total = total
  }

  /// Returns the rows of a bar that the thumb takes; `nil` if everything is visible.
  ///
  /// It touches an end only if the window does, so that the ends can be recognised.
  public func rows(height: Int) -> Range<Int>? {
    guard total > visible, visible > 0, height >= 3 else { return nil }
    let length = max(1, min(height - 2, height * visible / total))
    let last = total - visible
    let start: Int
    if offset <= 0 {
      start = 0
    } else if offset >= last {
      start = height - length
    } else {
      start = max(1, min(height - length - 1, (height - length) * offset / last))
    }
    return start..<start + length
  }

  /// Draws the thumb into one column.
  public func draw(_ style: Style, x: Int, y: Int, height: Int, into canvas: inout Canvas) {
    guard let rows = rows(height: height) else { return }
    for row in rows { canvas.put(canvas.glyphs.thumb, style: style, x: x, y: y + row) }
  }
}
