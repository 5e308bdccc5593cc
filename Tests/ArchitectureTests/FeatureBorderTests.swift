import Foundation
import Testing

/// What all panes share knows nothing of questions: so they can become a folder of their own, as edits and rooms are. What is a folder, the compiler holds.
@Suite struct FeatureBorderTests {
  /// What belongs to each feature, by folders and the beginnings of file names.
  private static let places: [String: [String]] = [
    "questions": [
      "Panes/StackOverflow/", "ViewModels/StackOverflow/", "Panes/Writing/QuestionDocument", "Model/Question",
      "Model/Comment.swift", "Model/FoundQuestion", "Model/JoinedQuestions", "Model/SiteDirectory",
      "ViewModels/State/StackOverflowState", "ViewModels/State/CommentsState", "Model/Settings/StackOverflowSettings",
      "Model/Coding/CommentCoding", "Model/Coding/FeedKey", "Model/Coding/QuestionCoding", "Model/Coding/SiteCoding",
    ]
  ]

  private struct File {
    var path: String
    var feature: String?
    var code: String
  }

  private static func files() throws -> [File] {
    try ["Model", "ViewModels", "Panes"].flatMap { module in
      try FloorTests.swiftFiles(below: FloorTests.sources.appending(path: module)).map { url in
        let path = String(url.path.dropFirst(FloorTests.sources.path.count + 1))
        let feature = places.first { $0.value.contains { path.hasPrefix($0) } }?.key
        // Words in comments and texts name nothing.
        let code = try String(contentsOf: url, encoding: .utf8)
          .replacing(/\/\/[^\n]*/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
        return File(path: path, feature: feature, code: code)
      }
    }
  }

  @Test func noFeatureIsNamedByAnotherOrByTheKit() throws {
    let files = try Self.files()
    let declaration =
      /(?m)^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|final|indirect)\s+)*(?:struct|enum|class|protocol|typealias)\s+(\w+)/
    var owners: [Substring: String] = [:]
    for file in files {
      guard let feature = file.feature else { continue }
      for match in file.code.matches(of: declaration) { owners[match.output.1] = feature }
    }
    #expect(owners["Question"] == "questions")
    #expect(owners.count > 80, "the test finds the features' types")
    for file in files {
      let own = Set(file.code.matches(of: /associatedtype (\w+)/).map(\.output.1))
      let names = Set(file.code.matches(of: /\b[A-Z]\w+/).map(\.output))
      let foreign = names.subtracting(own).filter { name in owners[name].map { $0 != file.feature } ?? false }
      #expect(foreign.isEmpty, "\(file.path) names \(foreign.sorted())")
    }
  }
}
