// Sites and tags, as the API sends them. Source: https://api.stackexchange.com/docs/types/site, /docs/types/tag.

struct SiteJSON: Encodable, Sendable {
  var siteType = "main_site"
  var apiSiteParameter: String
  var name: String
  var siteUrl: String
  var siteState = "normal"

  init(_ name: String) {
    apiSiteParameter = name
    self.name = (Self.names[name] ?? name.capitalized).entityEncoded
    siteUrl = "https://\(name).stackexchange.com"
  }

  /// Names that cannot be derived from the parameter.
  private static let names = [
    "stackoverflow": "Stack Overflow", "unix": "Unix & Linux", "english": "English Language & Usage",
    "ell": "English Language Learners", "dba": "Database Administrators",
  ]
}

struct TagJSON: Encodable, Sendable {
  var name: String
  var count: Int
  var hasSynonyms = false
  var isModeratorOnly = false
  var isRequired = false
}

extension QuestionArchive {
  /// Returns the tags whose names contain these letters, the most used first.
  func tags(containing letters: String) -> [TagJSON] {
    var counts: [String: Int] = [:]
    for question in questions {
      for tag in question.tags where letters.isEmpty || tag.contains(letters) { counts[tag, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { TagJSON(name: $0.key, count: $0.value) }
  }
}
