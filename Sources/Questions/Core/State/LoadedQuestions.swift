/// The questions of a tab as its server has answered, whatever its filter hides, and whether or not the tab is shown.
struct LoadedQuestions: Sendable, Equatable {
  var questions: [Question]
  var server: QuestionServer
}

extension LoadedQuestions {
  /// Creates the questions of a tab that joins several sites, which are all of the same server; `nil` if there are none.
  init?(_ parts: [LoadedQuestions?]) {
    let parts = parts.compactMap(\.self)
    guard let server = parts.first?.server else { return nil }
    self.init(questions: parts.filter { $0.server == server }.flatMap(\.questions), server: server)
  }

  /// `nil` without an answer of a server: rows of the cache and kept questions are as they were once, the demonstration's are
  /// made up, and those of a list of what is loaded are other tabs'.
  init?(_ rows: QuestionRows?) {
    guard let rows, !rows.isCached, !rows.feed.isLocal, let server = rows.provenance.server else {
      return nil
    }
    self.init(questions: rows.questions, server: server)
  }
}

/// The tabs whose questions are loaded, in the order of their first answers.
struct LoadedTabs: Sendable, Equatable {
  enum Step: Sendable {
    /// A tab's questions; `nil` if there are none.
    case loaded(LoadedQuestions?, in: QuestionTab.ID)
    /// The tabs that there are.
    case tabs([QuestionTab.ID])
  }

  struct Tab: Sendable, Equatable {
    var id: QuestionTab.ID
    var loaded: LoadedQuestions
  }

  private(set) var tabs: [Tab] = []

  mutating func reduce(_ step: Step) {
    switch step {
    case .loaded(let loaded, let id):
      let place = tabs.firstIndex { $0.id == id }
      switch (loaded, place) {
      // What stays the same keeps its storage, which is compared at once.
      case (let loaded?, let place?): if tabs[place].loaded != loaded { tabs[place].loaded = loaded }
      case (let loaded?, nil): tabs.append(Tab(id: id, loaded: loaded))
      case (nil, let place?): tabs.remove(at: place)
      case (nil, nil): break
      }
    case .tabs(let ids): tabs.removeAll { !ids.contains($0.id) }
    }
  }

  /// Returns the questions that were not loaded like this before.
  func news(since former: LoadedTabs) -> [LoadedQuestions] {
    tabs.filter { tab in !former.tabs.contains(tab) }.map(\.loaded)
  }
}
