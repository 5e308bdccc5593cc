import Edits
import Foundation
import Model
import ModelTesting
import Testing

@testable import Storage

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
      .read(key(1), of: "a", at: now), .read(key(1, "dewiki"), of: "a", at: now),
      .read(key(2), of: "b", at: now), .read(key(3), of: "a", at: now), .read(key(3), of: "a", at: now + 1),
      .unread(key(1), of: "a"))
    let state = StateDatabase(folder.state)
    #expect(await state.readEdits(of: "a").only == [key(1, "dewiki"), key(3)])
    #expect(await state.readEdits(of: "b").only == [key(2)])
    #expect(await state.readEdits(of: "c").only == [])
  }

  @Test func theEditsReadLastAreKept() async {
    let state = StateDatabase(folder.state)
    let changes = (0..<EditChange.readLimit + 3).map { number in
      EditChange.read(key(number), of: number % 2 == 0 ? "a" : "b", at: now + Double(number))
    }
    for change in changes { state.keep(change) }
    #expect(state.flush(within: 300))
    let kept = await state.readEdits(of: "a").only.count + state.readEdits(of: "b").only.count
    #expect(kept == EditChange.readLimit)
    #expect(await state.readEdits(of: "a").only.contains(key(2)) == false)
    #expect(await state.readEdits(of: "a").only.contains(key(4)))
  }
}
