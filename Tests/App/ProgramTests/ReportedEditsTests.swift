import Edits
import Foundation
import Model
import Testing
import Text

@testable import reactui

/// What `reactui edits` prints of what it is told.
@Suite struct ReportedEditsTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_348_800)

  private static func edit(
    _ title: SafeText, revision: Int? = nil, at time: TimeInterval = 0, facts: EditFacts = EditFacts()
  ) -> WikiEvent {
    WikiEvent(
      kind: revision == nil ? .special : .unspecified, title: title, time: noon + time, wiki: "enwiki",
      edit: revision.map { WikiEdit(revision: WikiRevision(wiki: "enwiki", old: 1, new: $0), facts: facts) })
  }

  private func reported(_ words: String? = nil, isPatient: Bool = true) throws -> ReportedEdits {
    ReportedEdits(
      shown: .all, condition: try words.map(EditCondition.init), asked: nil, origin: .live, isDated: false,
      isPatient: isPatient)
  }

  private func isLasting(_ results: [Result<ReportedEdit, Failure>]) -> Bool? {
    guard case .failure(let failure)? = results.first else { return nil }
    return failure.isLasting
  }

  @Test func aConnectionThatWasThereIsWaitedFor() throws {
    let lost = ReportedEdits.Input.update(
      .disconnected(.connectionLost(host: "a"), retry: Self.noon), at: Self.noon)
    var (hasty, patient) = (try reported(isPatient: false), try reported())
    #expect(isLasting(hasty.take(lost)) == true && isLasting(patient.take(lost)) == false)
    #expect(hasty.take(.update(.connected(source: .english), at: Self.noon)).isEmpty)
    #expect(isLasting(hasty.take(lost)) == false)
  }

  private func titles(_ results: [Result<ReportedEdit, Failure>]) -> [String] {
    results.compactMap { try? $0.get().event.title.string }
  }

  @Test func anEditIsPrintedWhenAFactMakesTheConditionHold() throws {
    var edits = try reported("risk>0.9 and title:a")
    for (title, revision) in [("a", 7), ("b", 8)] {
      let event = Self.edit(SafeText(oneLine: title), revision: revision)
      #expect(edits.take(.update(.event(event, isReplay: false), at: Self.noon)).isEmpty)
    }
    func annotate(_ revision: Int, _ facts: EditFacts) -> [String] {
      let annotation = EditAnnotation(EditAnnotation.Key(wiki: "enwiki", revision: revision), facts)
      return titles(edits.take(.update(.annotated(annotation), at: Self.noon)))
    }
    #expect(annotate(7, EditFacts(isNewcomer: true)) == [])
    #expect(annotate(8, EditFacts(risk: 0.95)) == [])
    #expect(annotate(9, EditFacts(risk: 0.95)) == [])
    #expect(annotate(7, EditFacts(risk: 0.95)) == ["a"])
    // Once.
    #expect(annotate(7, EditFacts(risk: 0.97)) == [])
  }

  @Test func editsThatNoFactComesForAreForgotten() throws {
    var edits = try reported("risk>0.9")
    for revision in 1...30_000 {
      _ = edits.take(.update(.event(Self.edit("x", revision: revision), isReplay: false), at: Self.noon))
    }
    func isKnown(_ revision: Int) -> Bool {
      let key = EditAnnotation.Key(wiki: "enwiki", revision: revision)
      return !edits.take(.update(.annotated(EditAnnotation(key, EditFacts(risk: 1))), at: Self.noon)).isEmpty
    }
    #expect(isKnown(30_000) && isKnown(20_001) && !isKnown(1))
  }

  @Test func whatTheListHadIsNotToldAgain() throws {
    var edits = try reported()
    let list = [Self.edit("a", revision: 1, at: 0), Self.edit("log", at: 1), Self.edit("b", revision: 2, at: 2)]
    #expect(titles(edits.take(.list(list))) == ["a", "log", "b"])
    // The feed's own list goes further back than what was asked for.
    let history = [
      Self.edit("c", revision: 3, at: 4), Self.edit("b", revision: 2, at: 2), Self.edit("old", revision: 9, at: -400),
      Self.edit("c again", revision: 4, at: 3),
    ]
    let update = ReportedEdits.Input.update(
      .history(WikiHistory(events: history, start: Self.noon - 600)), at: Self.noon)
    #expect(titles(edits.take(update)) == ["c again", "c"])
    // Moved meanwhile, and by a clock of another second.
    for event in [Self.edit("moved", revision: 2, at: 3), Self.edit("log", at: 3)] {
      #expect(edits.take(.update(.event(event, isReplay: false), at: Self.noon)).isEmpty)
    }
    #expect(titles(edits.take(.update(.event(Self.edit("log", at: 60), isReplay: false), at: Self.noon))) == ["log"])
  }

  @Test func withoutATimeToBeginAtTheFeedsListIsLeftOut() throws {
    var edits = try reported()
    let history = WikiHistory(events: [Self.edit("a", revision: 1)], start: Self.noon)
    #expect(edits.take(.update(.history(history), at: Self.noon)).isEmpty)
  }
}
