import Foundation
import Model
import PaneKit
import Questions
import Screen
import Text

/// The answers of the services in the stories.
public enum Sample {
  /// The settings that the palette offers.
  public static let palette = [
    PaletteSetting(name: "layout.share", line: "layout: { share: 60 }", meaning: "The large pane's part.")
  ]

  /// 2026-11-21 14:03:20 UTC
  public static let now = Date(timeIntervalSince1970: 1_795_269_800)
  /// The time zone of the times shown.
  public static let clock = ClockTime.utc

  /// A time before the beginning of the minute of `now`, from which the screen calculates ages.
  public static func ago(hours: Double) -> Date {
    let minute = (now.timeIntervalSince1970 / 60).rounded(.down) * 60
    return Date(timeIntervalSince1970: minute - hours * 3600)
  }
  public static func ago(seconds: Double) -> Date { now.addingTimeInterval(-seconds) }

  /// A list of six questions.
  public static let questions: [Question] = [
    Question(
      id: 1, title: "Why does Swift concurrency hop threads here?", tags: ["swift", "async-await"], score: 42,
      answerCount: 3, acceptedAnswerID: 11, asker: "maria", creationDate: ago(hours: 2),
      link: URL(string: "https://stackoverflow.com/q/1")),
    Question(
      id: 2, title: "Debouncing without a concurrent queue", tags: ["ios", "swift"], score: 17, answerCount: 1,
      asker: "Łukasz", creationDate: ago(hours: 5)),
    Question(
      id: 3, title: "ConcurrentHashMap and null values", tags: ["java", "collections"], score: 3, answerCount: 2,
      acceptedAnswerID: 31, asker: "山田", creationDate: ago(hours: 9)),
    Question(
      id: 4, title: "Structured concurrency in a Rails controller", tags: ["ruby", "rails"], score: 0, answerCount: 0,
      asker: "nobody", creationDate: ago(hours: 25)),
    Question(
      id: 5, title: "並行処理で画面が固まるのはなぜですか? メインスレッドで重い処理をしていないのに", tags: ["ios", "日本語"], score: -2,
      answerCount: 14, acceptedAnswerID: 51, asker: "José 👨‍👩‍👧 Ñandú", creationDate: ago(hours: 30 * 24)),
    Question(
      id: 6, title: "למה הקוד שלי לא עובד עם concurrency?", tags: ["c++"], score: 27_094, answerCount: 122,
      creationDate: ago(hours: 5 * 365 * 24)),
  ]

  /// The text of a question and of two answers to it.
  public static let body = RichText(
    blocks: [
      .paragraph([
        .init("I call an async function from a "), .init("Task", style: .code),
        .init(" and expect to stay on the main thread, but a breakpoint shows another one:"),
      ]),
      .code(["Task {", "    await load()", "    print(Thread.current)   // not main", "}"]),
      .paragraph([.init("The "), .init("documentation", link: 0), .init(" says a task inherits its actor.")]),
    ], links: [.init("https://docs.swift.org/swift-book/documentation/the-swift-programming-language/concurrency/")])

  public static let answers: [Answer] = [
    Answer(
      id: 11, score: 57, isAccepted: true, author: "Jan Novák", creationDate: ago(hours: 1),
      body: RichText(blocks: [
        .paragraph([.init("Only if the closure is isolated. Yours is not, so:")]),
        .code(["Task { @MainActor in … }"]),
      ])),
    Answer(
      id: 12, score: -1, author: "someone", creationDate: ago(hours: 1.5),
      body: RichText(
        blocks: [
          .quote([.paragraph([.init("expect to stay on the main thread")])]),
          .list(
            ordered: true, start: 1,
            items: [
              [.paragraph([.init("Read "), .init("the proposal", link: 0), .init(" first, it explains what hops.")])],
              [.paragraph([.init("Then look at "), .init("the documentation", link: 1), .init(".")])],
            ]),
          .table(
            rows: [
              [[.init("call")], [.init("thread")]], [[.init("await load()")], [.init("any")]],
              [[.init("@MainActor")], [.init("main")]],
            ], hasHead: true),
        ],
        links: [
          .init("https://github.com/swiftlang/swift-evolution"),
          .init("https://docs.swift.org/swift-book/documentation/the-swift-programming-language/concurrency/"),
        ])),
  ]

  /// Comments on the question and on the first answer.
  public static func comments(on posts: [Int]) -> [Comment] {
    let all = [
      Comment(
        id: 1, post: questions[0].id, author: "Ingrid", creationDate: ago(hours: 1.4),
        body: RichText(blocks: [.paragraph([.init("Which version is this? It changed in the last release.")])])),
      Comment(
        id: 2, post: questions[0].id, score: 4, creationDate: ago(hours: 0.5),
        body: RichText(
          blocks: [
            .paragraph([
              .init("@Ingrid The "), .init("release notes", link: 0), .init(" say "), .init("-strict", style: .code),
              .init(" is what decides, and they say so in a sentence that takes more than one line."),
            ])
          ], links: [.init("https://www.swift.org/releases")])),
      Comment(
        id: 3, post: answers[0].id, score: 12, author: "半月", creationDate: ago(hours: 0.1),
        body: RichText(blocks: [.paragraph([.init("This should be the accepted answer.")])])),
    ]
    return all.filter { posts.contains($0.post) }
  }
}

extension Provenance {
  /// The public server, or the demonstration.
  public init(_ origin: Origin) { self = origin == .demo ? .demonstration : .server(.standard) }
}
