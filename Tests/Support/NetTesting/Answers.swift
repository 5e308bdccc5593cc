import Model
import Questions

// What most tests ask of an answer is whether it is the demonstration's.

extension Provenance {
  package static let live = Provenance.server(.standard)
}

extension QuestionPage {
  package var origin: Origin { provenance.origin }
}

extension QuestionDetail {
  package var origin: Origin { provenance.origin }
}
