import Foundation

/// The orders in which questions can be asked for, and the search.
struct QuestionRanking: Sendable {
  /// The time from which the ages in the archive are counted.
  let epoch: Timestamp
  let now: Timestamp

  /// Returns the questions that match the parameters, in order; equal ones by id.
  func questions(in archive: QuestionArchive, matching parameters: ListParameters, words: [String] = [])
    -> [ArchivedQuestion]
  {
    // As the real service does.
    guard parameters.tags.count <= 5, parameters.anyTags.count <= 5 else { return [] }
    let ranked = archive.questions.compactMap { question -> (question: ArchivedQuestion, rank: Double)? in
      guard parameters.tags.allSatisfy(question.tags.contains),
        parameters.anyTags.isEmpty || parameters.anyTags.contains(where: question.tags.contains),
        parameters.created.contains(epoch.seconds - Int64(question.age * 60)),
        let rank = rank(of: question, by: parameters.sort, words: words)
      else { return nil }
      return (question, rank)
    }
    let sorted = ranked.sorted { a, b in
      guard a.rank != b.rank else { return a.question.id < b.question.id }
      return parameters.isDescending ? a.rank > b.rank : a.rank < b.rank
    }
    return sorted.map(\.question)
  }

  /// Returns the sort key of a question; `nil` if the list leaves it out.
  private func rank(of question: ArchivedQuestion, by sort: ListParameters.Sort, words: [String]) -> Double? {
    let relevance = Self.relevance(of: question, to: words)
    guard words.isEmpty || relevance > 0 else { return nil }
    let elapsed = Double(now.milliseconds - epoch.milliseconds) / 60_000
    switch sort {
    case .activity: return -question.activity
    case .creation: return -question.age
    case .votes: return Double(question.score)
    case .hot: return hotness(of: question)
    case .week: return question.activity + elapsed <= 7 * 1_440 ? Double(question.score) : nil
    case .month: return question.activity + elapsed <= 30 * 1_440 ? Double(question.score) : nil
    case .relevance: return relevance
    }
  }

  /// Returns the hotness of a question now.
  func hotness(of question: ArchivedQuestion) -> Double {
    question.hotness(after: Double(now.milliseconds - epoch.milliseconds) / 60_000)
  }

  /// Every word must occur; in the title it counts most.
  private static func relevance(of question: ArchivedQuestion, to words: [String]) -> Double {
    var sum = 0.0
    for word in words {
      let weight =
        if question.title.localizedCaseInsensitiveContains(word) {
          10.0
        } else if question.tags.contains(word.lowercased()) {
          5.0
        } else if question.body.localizedCaseInsensitiveContains(word) { 1.0 } else { 0.0 }
      guard weight > 0 else { return 0 }
      sum += weight
    }
    return sum
  }
}

extension ArchivedQuestion {
  /// Returns the hotness of the question: views, votes and answers increase it, age decreases it.
  ///
  /// Source: the formula of the site's hot tab, published by Jeff Atwood at https://meta.stackexchange.com/a/11602.
  ///
  /// - Parameter elapsed: The minutes since the time from which its ages count.
  package func hotness(after elapsed: Double = 0) -> Double {
    let age = max(0, age + elapsed) / 60
    let sinceUpdate = max(0, activity + elapsed) / 60
    let interest =
      4 * log10(Double(max(1, views))) + Double(answers.count * score) / 5 + Double(answers.map(\.score).reduce(0, +))
    return interest / pow(age + 1 - (age - sinceUpdate) / 2, 1.5)
  }
}
