import Foundation
import Model
import Testing

@testable import Store

/// Marks of edits that were read, in the state.
@Suite struct ReadEditRowTests {
  private let folder: TemporaryFolder
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws { folder = try TemporaryFolder() }

  private func key(_ revision: Int, _ wiki: String = "enwiki") -> EditAnnotation.Key {
    EditAnnotation.Key(wiki: wiki, revision: revision)
  }

  @Test func whatWasReadIsReadAtTheNextStartByItsServer() async {
    StateDatabase(folder.state).keepNow(
      .readEdit(key(1), of: "a", at: now), .readEdit(key(1, "dewiki"), of: "a", at: now),
      .readEdit(key(2), of: "b", at: now), .readEdit(key(3), of: "a", at: now), .readEdit(key(3), of: "a", at: now + 1),
      .unreadEdit(key(1), of: "a"))
    let state = StateDatabase(folder.state)
    #expect(await state.readEdits(of: "a").only == [key(1, "dewiki"), key(3)])
    #expect(await state.readEdits(of: "b").only == [key(2)])
    #expect(await state.readEdits(of: "c").only == [])
  }

  @Test func theEditsReadLastAreKept() async {
    let state = StateDatabase(folder.state)
    let changes = (0..<ReadEditRows.limit + 3).map { number in
      StateChange.readEdit(key(number), of: number % 2 == 0 ? "a" : "b", at: now + Double(number))
    }
    for change in changes { state.keep(change) }
    state.keepNow()
    let kept = await state.readEdits(of: "a").only.count + state.readEdits(of: "b").only.count
    #expect(kept == ReadEditRows.limit)
    #expect(await state.readEdits(of: "a").only.contains(key(2)) == false)
    #expect(await state.readEdits(of: "a").only.contains(key(4)))
  }
}
