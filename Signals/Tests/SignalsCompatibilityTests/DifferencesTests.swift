import Testing

@Suite struct DifferencesTests {
  @Test func whatThePageOfDifferencesSaysOfThisLibraryIsSo() {
    for difference in differences { #expect(difference.run() == difference.here, "\(difference.name)") }
  }

  @Test func eachProgramHasANameOfItsOwn() {
    #expect(Set(differences.map(\.name)).count == differences.count)
  }
}
