import Model
import Signals
import Text

// The lists besides that of events: a user's edits, and all wikis.

extension WikipediaViewModel {
  /// The open edit, else the selected or the first listed one.
  private var editInQuestion: OpenedEdit? { edit.value?.opened ?? model.value.pointedEdit }

  /// Returns the latest edits of that edit's user, which are requested now; `nil` if the user is hidden or unknown. The caller
  /// retains them while it shows them.
  public func contributions() -> ContributionsViewModel? {
    guard let opened = editInQuestion, let user = opened.event.event.edit?.user,
      let wiki = opened.event.revision?.wiki
    else { return nil }
    return ContributionsViewModel(of: user, on: wiki, from: opened.origin, source: feed, on: scheduler)
  }

  /// Returns the edits again among which one was chosen; `nil` if it was not chosen among a user's.
  public func contributions(again chosen: ChosenEdit) -> ContributionsViewModel? {
    guard case .contributions(let user) = chosen.list else { return nil }
    return ContributionsViewModel(user, chosen)
  }

  /// Returns the latest edits of a new user, which are requested now; `nil` if the user or the wiki is unknown.
  public func contributions(of signUp: SignUp) -> ContributionsViewModel? {
    guard let wiki = signUp.wiki, !signUp.user.isEmpty else { return nil }
    return ContributionsViewModel(of: signUp.user, on: wiki, from: state.value.origin, source: feed, on: scheduler)
  }

  /// Returns the wikis to choose from, whose list is requested now unless it was within a week; the caller retains them while
  /// it shows them.
  public func wikiDirectory() -> WikiDirectory {
    let origin = state.value.origin
    return WikiDirectory(
      of: origin, source: feed, cache: cache, server: origin == .live ? server.value : nil, on: scheduler)
  }

  /// Sends the chosen wikis that do not exist. The list of all wikis is requested while connected to the live service, if a
  /// chosen name is not known for certain and the cached list is older than a week.
  func missingWikis() -> SignalProducer<WikipediaModel.Step, Never> {
    MissingWikis.names(
      among: wikis, isConnected: state.producer.map(\.isConnectedLive).skipRepeats(),
      directory: { [feed, cache, server, scheduler] in
        WikiDirectory(of: .live, source: feed, cache: cache, server: server.value, on: scheduler)
      }
    )
    .map { [scheduler] in .missing($0, at: scheduler.currentDate) }
  }
}
