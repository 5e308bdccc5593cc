import Foundation
import PaneKit
import Signals

/// What a tab requests: the rows of its sites, and the text of the question that it presents. What a person wants is asked by
/// the model (``Request``), which is told of each load; the loads repeat requests by themselves.
///
/// - The list is requested when it is first on the screen, automatically at the settings' period and after a failure, when a
///   person refreshes, moves past the last row or chooses another order, and when its rows are from another server. Each site
///   of a list that joins several is requested, renewed and retried by itself (``SiteLoad``). A list that a search found less
///   than a minute ago is not requested again, kept questions come from the store, and the model makes a list of what is
///   loaded. Only a tab on the screen makes automatic requests.
/// - The presented question has loads of its own (``QuestionLoads``). They are released, and their requests with them, when
///   another one is presented or its list comes from another source.
final class TabLoads: Sendable {
  /// What the model asks of a tab.
  enum Request: Sendable, Equatable {
    case list(QuestionAsk)
    /// Requests the next page of each of these sites, counted from 0, unless a failure forbids it now. That is never requested
    /// automatically: a person has to go past the last row.
    case nextPage(of: [Int])
    /// Requests are for another feed from now on.
    case follow(QuestionFeed)
    /// Starts or stops automatic requests.
    case activate(Bool)
    /// This question is presented from now on, of which this was loaded before.
    case present(QuestionList.Presented?, held: LoadedQuestion?)
    /// The same question is presented in another way.
    case presentation(QuestionList.Presentation)
    case text(QuestionTextAsk)
    /// Requests the text again, unless it is being requested already.
    case renewText
    /// Requests the comments, after the end of the current request of the text.
    case comments
  }

  private let sites: [SiteLoad]
  private let feed: MutableProperty<QuestionFeed>
  private let isOnScreen: MutableProperty<Bool>
  private let presented: MutableProperty<(QuestionList.Presented, held: LoadedQuestion?)?>
  private let question: Property<QuestionLoads?>
  private let scheduler: any DateScheduler
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - first: The tab's feed, in the order in which it is requested first.
  ///   - report: Is told of each load.
  init(
    _ first: QuestionFeed, in context: TabContext,
    report: @escaping @Sendable (StackOverflowModel.TabStep) -> Void
  ) {
    let (status, service) = (context.status, context.service)
    scheduler = context.scheduler
    let (feed, isOnScreen, presented) = (
      MutableProperty(first), MutableProperty(false),
      MutableProperty<(QuestionList.Presented, held: LoadedQuestion?)?>(nil)
    )
    (self.feed, self.isOnScreen, self.presented) = (feed, isOnScreen, presented)
    let onScreen = Property(capturing: isOnScreen)
    let cancelled = Signal.merge(context.refreshesOfDemo.filter { !onScreen.value }, status.serverChanges)
    let sites = first.sites.map { site in
      SiteLoad(
        Property(capturing: feed).map { $0.on([site]) }, in: context, while: onScreen, cancelled: cancelled)
    }
    self.sites = sites

    question = Property(capturing: presented).map { presented in
      presented.map { presented, held in
        let key = presented.question.key
        return QuestionLoads(
          presented, held: held, in: context, while: onScreen, cancelled: cancelled,
          listAnswer: SignalProducer(sites.load(of: key.site, in: first).events).take(first: 1).dematerialize(),
          report: { report(.text($0, of: key)) })
      }
    }

    for (index, site) in sites.enumerated() {
      if first.selection != .loaded {
        lifetime += site.load.state.signal.observeValues { report(.list(.load($0, of: index))) }
      }
      lifetime += site.forgets.observeValues {
        let source = status.provenance.value
        report(.list(.source(service.hasLeft(source) ? nil : source)))
      }
    }
  }

  /// The loads of each tab that has been selected, until it is closed.
  ///
  /// - Parameter report: Is told of each load, and in which tab it is.
  static func loads(
    of visits: Property<[StackOverflowModel.Visit]>, in context: TabContext,
    report: @escaping @Sendable (StackOverflowModel.TabStep, QuestionTab.ID) -> Void
  ) -> Property<[QuestionTab.ID: TabLoads]> {
    visits.withMembers(of: \.self, keyedBy: \.tab) { visit in
      TabLoads(visit.feed, in: context) { report($0, visit.tab) }
    }
    .map { visits, loads in Dictionary(uniqueKeysWithValues: zip(visits.map(\.tab), loads)) }
  }

  func carryOut(_ request: Request) {
    switch request {
    case .list(let ask): for site in sites { site.ask(ask) }
    case .nextPage(let indices):
      for site in indices.map({ sites[$0] }) where site.load.state.value.canAskForMore(at: scheduler.currentDate) {
        site.ask(.next)
      }
    case .follow(let other): feed.value = other
    case .activate(let isActive): isOnScreen.value = isActive
    case .present(let question, let held): presented.value = question.map { ($0, held) }
    case .presentation(let presentation): question.value?.present(as: presentation)
    case .text(let ask): question.value?.ask(ask)
    case .renewText: question.value?.renew()
    case .comments: question.value?.askForComments()
    }
  }
}
