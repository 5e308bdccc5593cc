import Model
import Questions

// What most tests ask of an answer is whether it is the demonstration's.

extension Provenance {
  static let live = Provenance.server(.standard)
}

extension QuestionPage {
  var origin: Origin { provenance.origin }
}

extension QuestionDetail {
  var origin: Origin { provenance.origin }
}
