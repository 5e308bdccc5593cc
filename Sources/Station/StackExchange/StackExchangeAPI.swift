import Foundation
import NIOHTTP1
import Synchronization
import Text

/// The part of the Stack Exchange API 2.3 that the program uses. Source: https://api.stackexchange.com/docs.
///
/// Any site of Stack Exchange may be asked; all have the same questions. The difference to the real service: a burst of more
/// than thirty requests a second is not refused.
final class StackExchangeAPI: Sendable {
  /// All work is done here, so that the event loop stays free: the first request reads the archive.
  private let queue = DispatchQueue(label: "station.stackexchange", qos: .userInitiated)
  private let archive = Mutex<QuestionArchive?>(nil)
  private let quota: Quota
  private let now: @Sendable () -> Date
  /// The time from which the ages in the archive are counted.
  private let epoch: Timestamp

  init(configuration: Station.Configuration) {
    quota = Quota(configuration.quota)
    now = configuration.now
    epoch = Timestamp(now())
  }

  /// Answers on a thread of its own.
  func answer(_ request: StationRequest, reply: @escaping @Sendable (Response) -> Void) {
    queue.async {
      do throws(APIError) {
        reply(try self.answer(request))
      } catch {
        reply(Self.response(to: error))
      }
    }
  }

  /// Answers a browser with a page of the API's content, on the same thread.
  func page(_ request: StationRequest, reply: @escaping @Sendable (Response) -> Void) {
    queue.async {
      do throws(APIError) {
        reply(Pages(archive: try self.loadedArchive(), epoch: self.epoch).response(to: request.path))
      } catch {
        reply(.text(.internalServerError, "The page cannot be made: \(error.message)."))
      }
    }
  }

  func drain() {
    queue.sync {}
  }

  /// Returns an error's answer: the status is always 400, the code is in the body.
  static func response(to error: APIError) -> Response {
    let json = ErrorJSON(errorID: error.id, errorName: error.name, errorMessage: error.message)
    return response(.badRequest, encoding: json)
  }

  private func answer(_ request: StationRequest) throws(APIError) -> Response {
    let now = Timestamp(self.now())
    let hasKey = request.applicationKey != nil
    let quota = try quota.spend(address: request.client, hasKey: hasKey, at: now)
    let ranking = QuestionRanking(epoch: epoch, now: now)
    let links = StationLinks(request)

    func list<Source, Item: Encodable & Sendable>(
      _ all: [Source], _ parameters: ListParameters, item: (Source) -> Item
    ) -> Response {
      if parameters.filter == .total {
        return Self.response(.ok, encoding: Wrapper<Item>(total: all.count))
      }
      // A page far out is empty, and its position may overflow.
      let (skipped, overflow) = (parameters.page - 1).multipliedReportingOverflow(by: parameters.pageSize)
      let page = overflow ? [] : all.dropFirst(skipped).prefix(parameters.pageSize)
      let wrapper = Wrapper(
        items: page.map(item), hasMore: !overflow && all.count - skipped > parameters.pageSize,
        quotaMax: quota.max, quotaRemaining: quota.remaining)
      return Self.response(.ok, encoding: wrapper)
    }

    switch request.route {
    case .question, .answers:
      let ids = try Self.ids(in: request.path)
      let sorts: [ListParameters.Sort] =
        request.route == .question ? [.activity, .creation, .votes, .hot] : [.activity, .creation, .votes]
      let parameters = try ListParameters(request.query, hasKey: hasKey, sorts: sorts)
      let archive = try loadedArchive()
      let areAnswers = request.path.begins(with: "/2.3/answers/")
      let found = areAnswers ? archive : QuestionArchive(ids.compactMap { archive[$0] })
      if request.route == .question {
        let ranked = ranking.questions(in: found, matching: parameters)
        return list(ranked, parameters) { QuestionJSON($0, epoch: epoch, parameters: parameters, links: links) }
      }
      let answers = Self.answers(to: found.questions, parameters).filter { !areAnswers || ids.contains($0.answer.id) }
      return list(answers, parameters) {
        AnswerJSON($0.answer, to: $0.question, epoch: epoch, parameters: parameters, links: links)
      }
    case .comments:
      let ids = try Self.ids(in: request.path)
      let parameters = try ListParameters(request.query, hasKey: hasKey, sorts: [.creation, .votes])
      let areAnswers = request.path.begins(with: "/2.3/answers/")
      let comments = try loadedArchive().comments(on: ids, areAnswers: areAnswers, parameters)
      return list(comments, parameters) { CommentJSON($0, epoch: epoch, parameters: parameters, links: links) }
    case .search:
      var parameters = try ListParameters(
        request.query, hasKey: hasKey, sorts: [.activity, .creation, .votes, .relevance])
      // A search finds questions with any of the tags (https://api.stackexchange.com/docs/advanced-search).
      (parameters.anyTags, parameters.tags) = (parameters.tags, [])
      var words = try SearchCriteria.words("q", in: request.query)
      parameters.tags = words.compactMap(Self.tag)
      words.removeAll { Self.tag($0) != nil }
      let criteria = try SearchCriteria(request.query)
      let archive = QuestionArchive(try loadedArchive().questions.filter(criteria.allow))
      var found = ranking.questions(in: archive, matching: parameters, words: words)
      if parameters.sort == .votes, let least = criteria.least { found.removeAll { $0.score < least } }
      return list(found, parameters) { QuestionJSON($0, epoch: epoch, parameters: parameters, links: links) }
    case .tags:
      var query = request.query
      // Sorted by a tag's popularity, which is a different parameter in lists of questions.
      query["sort"] = nil
      let parameters = try ListParameters(query, hasKey: hasKey, sorts: [.activity])
      return list(try loadedArchive().tags(containing: request.query["inname"]?.lowercased() ?? ""), parameters) { $0 }
    case .sites:
      guard request.query["site"] == nil else { throw .badParameter("This method does not accept a `site` parameter") }
      var query = request.query
      query["site"] = "stackoverflow"
      return list(SiteNames.sorted, try ListParameters(query, hasKey: hasKey, sorts: [.activity]), item: SiteJSON.init)
    case .selectedQuestions:
      let parameters = try ListParameters(request.query, hasKey: hasKey, sorts: [.activity, .creation, .votes])
      guard let selection = QuestionSelection(path: request.path) else { throw .noMethod }
      let archive = QuestionArchive(try loadedArchive().questions.filter(selection.contains))
      let ranked = ranking.questions(in: archive, matching: parameters)
      return list(ranked, parameters) { question in
        var json = QuestionJSON(question, epoch: epoch, parameters: parameters, links: links)
        if selection == .featured { json.addBounty(of: question, epoch: epoch) }
        return json
      }
    default:
      let parameters = try ListParameters(
        request.query, hasKey: hasKey, sorts: [.activity, .creation, .votes, .hot, .week, .month])
      let ranked = ranking.questions(in: try loadedArchive(), matching: parameters)
      return list(ranked, parameters) { QuestionJSON($0, epoch: epoch, parameters: parameters, links: links) }
    }
  }

  /// Returns the tag of a word like `[c++]`, which every found question has.
  private static func tag(_ word: String) -> String? {
    word.count > 2 && word.begins(with: "[") && word.ends(with: "]") ? word.dropFirst().dropLast().lowercased() : nil
  }

  /// Returns the ids in `/2.3/questions/1;2;3`: up to a hundred.
  private static func ids(in path: String) throws(APIError) -> [Int] {
    let parts = path.split(separator: "/")
    let texts = parts.count > 2 ? parts[2].split(separator: ";") : []
    let ids = texts.compactMap { Int($0) }
    // A word instead of an id could only be the name of a method.
    guard !ids.isEmpty, ids.count == texts.count else { throw .noMethod }
    guard ids.count <= 100 else { throw .badParameter("ids") }
    return ids
  }

  private static func answers(
    to questions: [ArchivedQuestion], _ parameters: ListParameters
  ) -> [(question: Int, answer: ArchivedQuestion.Answer)] {
    let all = questions.flatMap { question in question.answers.map { (question: question.id, answer: $0) } }
    return all.sorted { a, b in
      let ranks = [a, b].map { parameters.sort == .votes ? Double($0.answer.score) : -$0.answer.age }
      guard ranks[0] != ranks[1] else { return a.answer.id < b.answer.id }
      return parameters.isDescending ? ranks[0] > ranks[1] : ranks[0] < ranks[1]
    }
  }

  private func loadedArchive() throws(APIError) -> QuestionArchive {
    do {
      return try archive.withLock { archive in
        if let archive { return archive }
        let loaded = try QuestionArchive.demo()
        archive = loaded
        return loaded
      }
    } catch {
      throw .internalError("the archive cannot be read: \(error)")
    }
  }

  private static func response(_ status: HTTPResponseStatus, encoding value: some Encodable) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    do {
      var response = Response.json(try encoder.encode(value), status)
      response.isCompressed = true
      return response
    } catch {
      preconditionFailure("texts and whole numbers have no value that JSON cannot hold: \(error)")
    }
  }
}
