import Model
import PaneKit
import Signals
import Text

extension LoadedTabs {
  /// Returns the read and kept questions that have more answers than when they were loaded before, each once.
  func newAnswers(since former: LoadedTabs, _ marks: QuestionMarks) -> [Question] {
    let before = former.answers
    let answered = news(since: former).flatMap { loaded in
      loaded.questions.filter { question in
        let key = QuestionKey(.server(loaded.server), question.identity)
        guard marks.kept.contains(key) || marks.read[key] != nil else { return false }
        guard let known = before[key], let count = question.answerCount else { return false }
        // What a person has read since is not new.
        return count > max(known, marks.read[key] ?? 0)
      }
    }
    return answered.uniqued(by: \.identity)
  }

  /// The greatest known number of answers of each loaded question.
  private var answers: [QuestionKey: Int] {
    let counts = tabs.flatMap { tab in
      tab.loaded.questions.compactMap { question in
        question.answerCount.map { (QuestionKey(.server(tab.loaded.server), question.identity), $0) }
      }
    }
    return Dictionary(counts) { max($0, $1) }
  }
}

extension StackOverflowViewModel {
  /// Sends the questions that a tab's refresh shows to have new answers.
  var newAnswers: Signal<DesktopNotice, Never> {
    loaded.signal.combinePrevious(LoadedTabs()).compactMap { [state] former, loaded in
      let questions = loaded.newAnswers(since: former, state.value.marks)
      return questions.last.map { DesktopNotice(.answers, $0.title, count: questions.count) }
    }
  }
}
