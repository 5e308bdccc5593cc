import ArgumentParser
import Foundation
import Model
import Questions
import Screen
import Signals
import Text

/// `reactui read`: a question and its answers.
struct ReadCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Print a question and its answers.")

  @Argument(
    help: ArgumentHelp(
      "A question's number (`reactui questions` prints it), or a link to a question or an answer.",
      valueName: "id|url"))
  var post: String

  @Option(
    help: ArgumentHelp("The Stack Exchange site of the number, such as unix.", valueName: "site"))
  var site: String?

  @OptionGroup var options: ScriptOptions

  func validate() throws { _ = try address }

  /// What is to be read.
  private var address: QuestionAddress {
    get throws {
      if let site, site.wholeMatch(of: /[A-Za-z0-9.-]+/) == nil {
        throw ValidationError("--site is a name such as stackoverflow, unix or unix.meta.")
      }
      if let id = Int(post) {
        if id < 1 { throw ValidationError("A question's number is 1 or more.") }
        return QuestionAddress(site: site ?? QuestionFeed.standardSite, post: .question(id))
      }
      guard let address = QuestionAddress(post) else {
        throw ValidationError(
          "\(String(reflecting: post)) is no question's number and no link to a question or an answer of Stack Exchange."
        )
      }
      if let site, site != address.site {
        throw ValidationError("The link is of \(address.site), not of --site \(site).")
      }
      return address
    }
  }

  func entries(in script: CommandContext) throws -> SignalProducer<[any ScriptEntry], Failure> {
    let address = try address
    switch address.post {
    case .question(let id): return Self.entries(ofQuestion: id, site: address.site, in: script)
    case .answer(let id):
      return script.answer(
        of: "Stack Overflow", script.services.questionClients.service.question(ofAnswer: id, site: address.site)
      )
      .flatMap(.concat) { Self.entries(ofQuestion: $0.value, site: address.site, in: script) }
    }
  }

  private static func entries(
    ofQuestion id: Question.ID, site: String, in script: CommandContext
  ) -> SignalProducer<[any ScriptEntry], Failure> {
    let cache = script.cache
    let answer = script.answer(of: "Stack Overflow", script.services.questionClients.service.detail(of: id, site: site))
      .flatMap(.concat) { answer -> SignalProducer<CommandContext.Fetched<QuestionDetail>, Failure> in
        guard let cache else { return SignalProducer(value: answer) }
        return cache.detail(of: QuestionKey(answer.value.provenance, site: site, id: id)).map { known in
          let answer = answer.keepingAnswers(of: known)
          // Known comments are kept.
          let comments = known?.comments ?? CachedComments()
          cache.keep(CachedDetail(detail: answer.value, fetched: answer.date, comments: comments), site: site)
          return answer
        }
        .promoteError(Failure.self)
      }
    return script.orStored(answer, "question and answers") { cache, server in
      cache.detail(of: QuestionKey(.server(server), site: site, id: id)).map {
        $0.map { CommandContext.Fetched(value: $0.detail, date: $0.fetched) }
      }
    }
    .flatMap(.concat) { [clock = script.clock] answer -> SignalProducer<[any ScriptEntry], Failure> in
      let question = ReadQuestion(
        detail: answer.value, fetched: answer.date, origin: answer.origin(of: answer.value.provenance))
      let entries = SignalProducer<[any ScriptEntry], Failure>(value: [question])
      // Prints what is there, then reports what is missing.
      if !answer.value.hasAllAnswers { return entries.concat(SignalProducer(error: answer.value.missingAnswers)) }
      if let trouble = answer.value.answersTrouble {
        CommandContext.tell(
          "\(trouble.sentence); answers are of \(CommandContext.ago(answer.date, at: clock.currentDate))")
      }
      return entries
    }
  }
}

extension CommandContext.Fetched<QuestionDetail> {
  /// Returns the detail with known answers added where its own are incomplete. It is then as old as those.
  fileprivate func keepingAnswers(of known: CachedDetail?) -> Self {
    guard let known else { return self }
    let detail = value.keepingAnswers(of: known.detail)
    return detail == value ? self : Self(value: detail, date: min(date, known.fetched), isStored: true)
  }
}

extension QuestionDetail {
  /// The reason why some or all answers are missing.
  fileprivate var missingAnswers: Failure {
    let subject = answers.isEmpty ? "no answers" : "not all answers"
    return Failure(.unavailable, answersTrouble.map { "\(subject): \($0.sentence.string)" } ?? "\(subject) are known")
  }
}

/// A question and its answers, as they are printed.
struct ReadQuestion: ScriptEntry {
  var detail: QuestionDetail
  var fetched: Date
  var origin = ScriptOrigin.live

  func lines(on page: TextPage) -> [PageLine] {
    let (theme, question) = (page.theme, detail.question)
    let dot: SafeText = " \(theme.glyphs.dot) "
    var lines: [PageLine] = []
    var links = LinkNumbers()
    func add(_ text: SafeText, _ style: Style) {
      lines += RichTextLayout.wrap(text, style, width: page.readingWidth).map(PageLine.cells)
    }
    func add(_ body: RichText) {
      let cells = RichTextLayout(
        body, width: page.readingWidth, theme: theme, language: CodeLanguage(tags: question.tags), links: &links
      ).lines
      if !cells.isEmpty { lines += [.cells([])] + cells.map { .cells($0.cells) } }
    }
    func votes(_ score: Int?) -> SafeText { "\(SafeText(known: score)) \(score?.magnitude == 1 ? "vote" : "votes")" }
    func ago(_ date: Date?) -> SafeText { date.map { " \(page.ago($0, at: fetched))" } ?? "" }

    add(question.title, theme.strong)
    let answers = SafeText(answers: question.answerCount)
    let asker: SafeText = question.asker.map { " by \($0)" } ?? ""
    add(
      [votes(question.score), answers, "asked\(asker)\(ago(question.creationDate))"].joined(separator: dot), theme.dim)
    if !question.tags.isEmpty { add(question.tags.joined(separator: dot), theme.dim) }
    // Never wrapped, so that it can be copied and clicked.
    if let link = question.link { lines.append(page.whole(SafeText(oneLine: link.absoluteString), theme.dim)) }
    if let reason = question.closedReason { add("Closed: \(reason)", theme.dim) }
    if let body = question.body { add(body) }
    for answer in detail.answers {
      lines.append(.cells([]))
      let author: SafeText = answer.author.map { " by \($0)" } ?? ""
      let head: SafeText = "\(answer.isAccepted ? "Accepted answer" : "Answer")\(author)\(ago(answer.creationDate))"
      add([head, votes(answer.score)].joined(separator: dot), theme.strong)
      add(answer.body)
    }
    if !links.targets.isEmpty {
      lines.append(.cells([]))
      lines += RichTextLayout.targetLines(links, width: .max, theme: theme).map { .cells($0.cells) }
    }
    return lines
  }

  var json: JSONText {
    let answers = detail.answers.map { answer in
      JSONText.object([
        "id": .integer(answer.id),
        "score": .integer(answer.score),
        "isAccepted": .flag(answer.isAccepted),
        "author": .text(answer.author),
        "created": .date(answer.creationDate),
        "body": .string(answer.body.markdown),
      ])
    }
    return ListedQuestion(question: detail.question, fetched: fetched).fields.adding([
      "body": detail.question.body.map { .string($0.markdown) } ?? .null,
      "answers": answers.isEmpty && !detail.hasAllAnswers ? .null : .list(answers),
      "origin": origin.json,
    ])
  }
}
