import Foundation
import Model
import PaneKit
import Signals
import Text

/// The completions of the text that a person has typed to open a tab.
public struct FeedSuggestions: Sendable, Equatable {
  /// A tag or a site that completes the last word.
  public struct Suggestion: Sendable, Equatable {
    public var word: SafeText
    /// The number of questions with the tag, or the site's name.
    public var detail: SafeText
  }

  public var text: SafeText = ""
  public var words: [Suggestion] = []
  /// Whether completions are being loaded.
  public var isLoading = false
  public var trouble: ServiceError?
  /// What the service was asked to complete when it gave ``words``; `nil` where it was not asked.
  fileprivate var completed: FeedWords?

  init(text: SafeText = "") { self.text = text }

  /// The last word is no tag or site that the service knows.
  public var isUnknown: Bool {
    let typed = FeedWords(text)
    guard let last = typed.last, typed == completed else { return false }
    return !words.contains { $0.word.string == last.word }
  }
}

/// Completes tags and sites during typing.
///
/// ```
/// text ── the last word ── debounce ── flatMap(.latest) { tags or sites } ──▶ scan ──▶ suggestions
/// ```
/// The last answer stays until the next one. Tags take a request for each pause in typing, so there are none while the day's
/// requests run low; sites are requested once a week. Requests that a failure forbids are not made (``RequestBlocks``).
struct FeedCompletion: Sendable {
  /// The seconds without a key before a word is completed.
  static let pause: TimeInterval = 0.3
  static let leastLength = 2
  /// Sites rarely change; the service asks to cache them for at least a day (https://api.stackexchange.com/docs/sites).
  static let siteAge: TimeInterval = 7 * 86_400

  let directory: any SiteDirectory
  let cache: (any QuestionCache)?
  let status: ServiceStatus
  let scheduler: any DateScheduler

  fileprivate enum Step: Sendable {
    case text(SafeText)
    case began
    case result(Result<[FeedSuggestions.Suggestion], ServiceError>, of: FeedWords)
    /// The words are not completed: they are too short, or few requests are left.
    case skipped
  }

  /// What the service is asked for.
  private enum Ask: Sendable, Hashable {
    case tags(String, site: String)
    /// All sites, whatever the letters.
    case sites
  }

  func suggestions(for text: Property<SafeText>) -> Property<FeedSuggestions> {
    let blocks = RequestBlocks<Ask>(on: scheduler)
    let answers = text.producer.skipRepeats()
      .debounce(Self.pause, on: scheduler)
      .map(FeedWords.init).skipRepeats()
      .flatMap(.latest) { words in
        answer(to: words, blocks).observe(on: scheduler).prefix(value: .began)
      }
    let first = FeedSuggestions(text: text.value)
    return Property(
      initial: first,
      then: SignalProducer.merge(text.producer.map { .text($0) }, answers).scan(into: first) { $0.reduce($1) })
  }

  private func answer(to words: FeedWords, _ blocks: RequestBlocks<Ask>) -> SignalProducer<Step, Never> {
    switch words.last {
    case .tag(let tag) where tag.count >= Self.leastLength:
      status.checkIsLow.flatMap(.latest) { isLow in
        isLow
          ? SignalProducer(value: .skipped)
          : blocks.results(of: self.tags(containing: tag, site: words.site), for: .tags(tag, site: words.site))
            .map { .result($0, of: words) }
      }
    case .site(let letters):
      sites(blocks).map { sites in .result(sites.map { Self.suggestions(of: $0, for: letters) }, of: words) }
    case .tag, nil: SignalProducer(value: .skipped)
    }
  }

  private func tags(containing text: String, site: String) -> SignalProducer<[FeedSuggestions.Suggestion], ServiceError>
  {
    directory.tags(containing: text, site: site).map { tags in
      tags.map { .init(word: $0.name, detail: $0.count == 1 ? "1 question" : "\(SafeText(known: $0.count)) questions") }
    }
  }

  /// Sends all sites: the cached ones of the current server, unless they are older than a week.
  private func sites(_ blocks: RequestBlocks<Ask>) -> SignalProducer<Result<[Site], ServiceError>, Never> {
    let now = scheduler.currentDate
    let kept = directory.provenance.server.flatMap { cache?.sites(of: $0) } ?? SignalProducer(value: nil)
    return kept.flatMap(.concat) { kept -> SignalProducer<Result<[Site], ServiceError>, Never> in
      if let kept, (0..<Self.siteAge).contains(now.timeIntervalSince(kept.fetched)) {
        return SignalProducer(value: .success(kept.list.sites))
      }
      let sites = directory.sites().on(value: { cache?.keep(CachedSites($0, fetched: now)) }).map(\.sites)
      return blocks.results(of: sites, for: .sites)
    }
  }

  private static func suggestions(of sites: [Site], for letters: String) -> [FeedSuggestions.Suggestion] {
    let open = sites.filter { site in
      !site.isClosed && (site.id.contains(letters) || site.name.string.lowercased().contains(letters))
    }
    let ranked = open.filter { $0.id.begins(with: letters) } + open.filter { !$0.id.begins(with: letters) }
    return ranked.map { .init(word: SafeText(oneLine: $0.id), detail: $0.name) }
  }
}

extension FeedSuggestions {
  fileprivate mutating func reduce(_ step: FeedCompletion.Step) {
    switch step {
    case .text(let text): self.text = text
    case .began: isLoading = true
    case .result(.success(let words), let completed):
      (self.words, isLoading, trouble) = (words, false, nil)
      self.completed = completed
    case .result(.failure(let error), _): (isLoading, trouble) = (false, error)
    case .skipped: (words, isLoading, trouble, completed) = ([], false, nil, nil)
    }
  }
}
