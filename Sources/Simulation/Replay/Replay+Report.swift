import Text

extension Replay.Result {
  /// Whether every frame was shown again.
  public var isSame: Bool { firstDifference == nil && recordedFrames > 0 }

  /// What a person is told.
  public var report: [String] {
    if recordedFrames == 0 { return ["no frame was recorded, so there is nothing to compare"] }
    guard let first = firstDifference else { return ["all \(recordedFrames) frames were shown again"] }
    let last = lastDifference == first ? nil : lastDifference
    return [
      "\(sameFrames) of \(recordedFrames) frames were shown again, and the last was \(lastDifference == nil ? "among them" : "not")"
    ] + first.report("the first") + (last?.report("the last") ?? [])
  }
}

extension Replay.Difference {
  fileprivate func report(_ name: String) -> [String] {
    let rows = rows.map { "\($0 + 1)" }.joined(separator: ", ")
    return [
      "\(name) that differs is frame \(frame + 1), at \(timeText)"
        + (rows.isEmpty ? "" : ": line \(rows) of the screen")
    ] + [recorded.map { "recorded: \($0)" }, played.map { "played:   \($0)" }].compactMap { $0 }
  }

  /// Minutes and seconds since the start, `1:02.345`.
  fileprivate var timeText: String {
    // The leading one keeps the zeros.
    let seconds = "\(100_000 + time % 60_000)".dropFirst()
    return "\(time / 60_000):\(seconds.prefix(2)).\(seconds.suffix(3))"
  }
}
