extension Optional {
  /// The value, or an error where there is none: so that a tuple of optionals can be unwrapped in one expression.
  var known: Wrapped {
    get throws {
      guard let self else { throw Unknown() }
      return self
    }
  }
}

private struct Unknown: Error {}
