/// Identifies a question among those of one server: the same number on another site is another question.
public struct QuestionIdentity: Sendable, Hashable {
  /// The site, by its name in requests.
  public var site: String
  public var id: Question.ID

  public init(site: String, id: Question.ID) {
    self.site = site
    self.id = id
  }
}

extension Question {
  public var identity: QuestionIdentity { QuestionIdentity(site: site, id: id) }
}

extension QuestionKey {
  public init(_ provenance: Provenance, _ question: QuestionIdentity) {
    self.init(provenance, site: question.site, id: question.id)
  }

  public var identity: QuestionIdentity { QuestionIdentity(site: site, id: id) }
}
