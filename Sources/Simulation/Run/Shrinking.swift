import Screen

extension Script {
  /// The shortest script found that still fails: parts are left out, ever smaller ones, as long as it does (Zeller and
  /// Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
  ///
  /// - Parameter fails: Whether a script fails as this one did.
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
