import ArgumentParser
import Foundation
import Model
import Screen
import Signals
import Text

/// `reactui read`: a question and its answers.
struct ReadCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Print a question and its answers.")

  @Argument(help: ArgumentHelp("The question's number, as `reactui questions` prints it.", valueName: "id"))
  var id: Int

  @Option(help: ArgumentHelp("The Stack Exchange site, as requests call it.", valueName: "site"))
  var site = QuestionFeed.standardSite

  @OptionGroup var options: ScriptOptions

  func validate() throws {
    if id < 1 { throw ValidationError("A question's number is 1 or more.") }
    guard site.wholeMatch(of: /[A-Za-z0-9.-]+/) != nil else {
      throw ValidationError("--site is a name such as stackoverflow, unix or unix.meta.")
    }
  }

  func entries(in script: Script) -> SignalProducer<[any ScriptEntry], Failure> {
    let (id, site, cache) = (id, site, script.cache)
    let answer = script.answer(of: "Stack Overflow", script.services.questions.detail(of: id, site: site))
      .flatMap(.concat) { answer -> SignalProducer<Script.Fetched<QuestionDetail>, Failure> in
        guard let cache else { return SignalProducer(value: answer) }
        return cache.detail(of: QuestionKey(answer.value.provenance, site: site, id: id)).map { known in
          let answer = answer.keepingAnswers(of: known)
          // What is known of the comments stays.
          let comments = known?.comments ?? CachedComments()
          cache.keep(CachedDetail(detail: answer.value, fetched: answer.date, comments: comments), site: site)
          return answer
        }
        .promoteError(Failure.self)
      }
    return script.orStored(answer, "question and answers") { cache, server in
      cache.detail(of: QuestionKey(.server(server), site: site, id: id)).map {
        $0.map { Script.Fetched(value: $0.detail, date: $0.fetched) }
      }
    }
    .flatMap(.concat) { [clock = script.clock] answer -> SignalProducer<[any ScriptEntry], Failure> in
      let question = ReadQuestion(detail: answer.value, site: site, fetched: answer.date)
      let entries = SignalProducer<[any ScriptEntry], Failure>(value: [question])
      // What is there is printed, and then told what is not.
      if !answer.value.hasAllAnswers { return entries.concat(SignalProducer(error: answer.value.missingAnswers)) }
      if let trouble = answer.value.answersTrouble {
        Script.tell("\(trouble.sentence); answers are of \(Script.ago(answer.date, at: clock.currentDate))")
      }
      return entries
    }
  }
}

extension Script.Fetched<QuestionDetail> {
  /// The same with the answers that are known from before, where its own could not be had. All of it is then as old as those.
  fileprivate func keepingAnswers(of known: CachedDetail?) -> Self {
    guard let known else { return self }
    let detail = value.keepingAnswers(of: known.detail)
    return detail == value ? self : Self(value: detail, date: min(date, known.fetched))
  }
}

extension QuestionDetail {
  /// Why some answers, or all of them, are not there.
  fileprivate var missingAnswers: Failure {
    let subject = answers.isEmpty ? "no answers" : "not all answers"
    return Failure(.unavailable, answersTrouble.map { "\(subject): \($0.sentence.string)" } ?? "\(subject) are known")
  }
}

/// A question and its answers, as they are printed.
struct ReadQuestion: ScriptEntry {
  var detail: QuestionDetail
  var site: String
  var fetched: Date

  func lines(on page: TextPage) -> [PageLine] {
    let (theme, question) = (page.theme, detail.question)
    let dot: SafeText = " \(theme.glyphs.dot) "
    var lines: [PageLine] = []
    var links = LinkNumbers()
    func add(_ text: SafeText, _ style: Style) {
      lines += RichTextLayout.wrap(text, style, width: page.readingWidth).map(PageLine.cells)
    }
    func add(_ body: RichText) {
      let cells = RichTextLayout(body, width: page.readingWidth, theme: theme, links: &links).lines
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
    if let link = question.link { add(SafeText(oneLine: link.absoluteString), theme.dim) }
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
      lines += RichTextLayout.targetLines(links, width: page.readingWidth, theme: theme).map { .cells($0.cells) }
    }
    return lines
  }

  var json: JSONText {
    guard case .members(let members) = ListedQuestion(question: detail.question, site: site, fetched: fetched).json
    else { return .null }
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
    return .members(
      members + [
        ("body", detail.question.body.map { .string($0.markdown) } ?? .null),
        ("answers", answers.isEmpty && !detail.hasAllAnswers ? .null : .list(answers)),
      ])
  }
}
