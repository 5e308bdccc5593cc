import Screen

extension Script {
  /// Returns the shortest failing script found by leaving out parts of decreasing size (Zeller and Hildebrandt,
  /// "Simplifying and isolating failure-inducing input", 2002).
  ///
  /// - Parameter fails: Returns whether a script fails in the same way as this one.
  public func shrunk(while fails: (Script) -> Bool) -> Script {
    var best = self
    var part = max(1, best.acts.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < best.acts.count {
        var shorter = best
        shorter.acts.removeSubrange(start..<min(start + part, best.acts.count))
        if fails(shorter) {
          best = shorter
          isShorter = true
        } else {
          start += part
        }
      }
      if part == 1, !isShorter { return best }
      part = max(1, part / 2)
    }
  }
}
