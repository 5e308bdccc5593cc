/// What a helper did not find; the test that meets it fails with this sentence.
struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
