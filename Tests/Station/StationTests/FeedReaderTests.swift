import Foundation
import Testing

@testable import Station

@Suite struct FeedReaderTests {
  private func backlog(of count: Int, capacity: Int = 5_000) -> Backlog {
    var backlog = Backlog(capacity: capacity)
    for number in 0..<count { backlog.append(.edit("\(number)"), at: Timestamp(milliseconds: Int64(number))) }
    return backlog
  }

  /// What a reader sends while its connection takes everything.
  private func titles(_ reader: inout FeedReader, _ backlog: Backlog) -> [String] {
    var titles: [String] = []
    while case .send(let events) = reader.step(backlog, isWritable: true) { titles += events.map(\.change.title) }
    return titles
  }

  @Test func everyEventIsSentOnceAndInOrder() {
    var backlog = backlog(of: 100)
    var reader = FeedReader(position: 0)
    #expect(titles(&reader, backlog) == (0..<100).map(String.init))
    #expect(titles(&reader, backlog).isEmpty)
    backlog.append(.edit("more"), at: Timestamp(milliseconds: 100))
    #expect(titles(&reader, backlog) == ["more"])
  }

  @Test func aConnectionThatTakesNothingIsGivenUpAfterSoManyEvents() {
    var backlog = backlog(of: 10)
    var reader = FeedReader(position: 0)
    func step() -> FeedReader.Step { reader.step(backlog, isWritable: false) }
    guard case .wait = step() else {
      Issue.record("given up at once")
      return
    }
    for number in 0..<FeedReader.patience { backlog.append(.edit("\(number)"), at: Timestamp(milliseconds: 10)) }
    guard case .wait = step() else {
      Issue.record("given up too early")
      return
    }
    backlog.append(.edit("one too many"), at: Timestamp(milliseconds: 10))
    guard case .giveUp = step() else {
      Issue.record("not given up")
      return
    }
  }

  @Test func aConnectionThatTakesSomethingNowAndThenIsKept() {
    var backlog = backlog(of: 10)
    var reader = FeedReader(position: 0)
    for round in 0..<20 {
      _ = reader.step(backlog, isWritable: false)
      for number in 0..<FeedReader.patience {
        backlog.append(.edit("\(number)"), at: Timestamp(milliseconds: Int64(round)))
      }
      guard case .send = reader.step(backlog, isWritable: true) else {
        Issue.record("not sent in round \(round)")
        return
      }
    }
  }

  @Test func aReaderThatFellBehindTheBacklogGoesOnWithItsOldestEvent() {
    let backlog = backlog(of: 100, capacity: 10)
    var reader = FeedReader(position: 3)
    #expect(titles(&reader, backlog) == (90..<100).map(String.init))
  }

  @Test func resumingBeginsWithTheSameMillisecond() {
    var backlog = backlog(of: 10)
    backlog.append(.edit("same"), at: Timestamp(milliseconds: 9))
    #expect(backlog.sequence(resumingFrom: Timestamp(milliseconds: 9)) == 9)
    #expect(backlog.sequence(resumingFrom: Timestamp(milliseconds: 10)) == backlog.end)
  }
}
