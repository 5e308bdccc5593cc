import Foundation
import PaneKit

// What happens to a tab's list, and what follows.
extension QuestionList {
  enum Step: Sendable {
    case action(StackOverflowViewModel.TabAction)
    /// A person wants what is shown to be reloaded.
    case refresh
    /// The load of the list, or of one of its sites, counted from 0.
    case load(QuestionLoad.State, of: Int = 0)
    /// What the other tabs have loaded, for a list of that.
    case loaded(QuestionRows, at: Date)
    /// The words of the field are due.
    case applyText
    /// The tab is selected, with a person's order of its list.
    case select(order: QuestionOrder?, isOnScreen: Bool)
    /// Another tab is selected: the new questions of this one have been seen, and its filter is accepted.
    case leave
    /// Whether there is room for a question beside the list.
    case room(Bool)
    /// The question that was selected in the last run.
    case recall(QuestionKey)
    /// This source answers from now on; `nil` if another server is to be asked.
    case source(Provenance?)
  }

  /// What follows from a step, in this order.
  enum Effect: Sendable, Equatable {
    case ask(QuestionAsk)
    /// Requests the next page of each site in ``QuestionList/exhausted``, unless a failure forbids it now.
    case askForMore
    /// Requests are for another feed from now on.
    case follow(QuestionFeed)
    /// Starts or stops automatic requests.
    case activate(Bool)
    /// The presented question has to do something.
    case inQuestion(PresentedQuestion.Action)
  }

  /// The question whose text is shown.
  struct Presented: Sendable, Equatable {
    var question: ListedQuestion
    var presentation: Presentation
  }

  /// The way in which a question is presented, which determines when its text is requested.
  enum Presentation: Sendable, Equatable {
    /// It is selected in the list, which has the keys: its text is requested after the selection has rested, and only while
    /// the day's requests do not run low.
    case preview
    /// A person stepped to it from a neighbour and may continue: its text is requested after a rest.
    case passing
    /// It was opened from the list: its text is requested at once, unless it was loaded within the last minute.
    case opened
  }
}
