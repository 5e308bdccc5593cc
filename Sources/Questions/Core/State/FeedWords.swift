import Model
import Text

/// What a person types to open a tab: tags, and the site that they belong to. ``SearchWords`` are those of a search.
///
/// | text | feed |
/// | --- | --- |
/// | `swift concurrency` | questions with both tags |
/// | `swift\|ios` | questions with one of the tags |
/// | `site:unix bash` | questions of another site |
/// | `site:unix site:superuser bash` | questions of both sites in one list |
/// | `kept` | the questions that the person keeps, or those with a tag of this name |
public struct FeedWords: Sendable, Equatable {
  /// The sites that are named, in this order.
  public var sites: [String]
  public var tags: [String]
  public var matchesAny: Bool
  /// The word before the cursor, to be completed; `nil` after a blank.
  public var last: Last?

  public enum Last: Sendable, Hashable {
    case tag(String)
    case site(String)

    /// Without what says that it is a site.
    public var word: String {
      switch self {
      case .tag(let word), .site(let word): word
      }
    }
  }

  private static let sitePrefix = "site:"

  public init(_ text: SafeText) {
    let text = text.string.lowercased()
    let words = text.split { $0.isWhitespace || $0 == "|" || $0 == "," }.map(String.init)
    let endsInWord = text.last.map { !$0.isWhitespace && $0 != "|" && $0 != "," } ?? false
    let named = words.filter { $0.begins(with: Self.sitePrefix) }.map { String($0.dropFirst(Self.sitePrefix.count)) }
    sites = named.filter { !$0.isEmpty }.map(QuestionAddress.site(named:)).uniqued { $0 }
    if sites.isEmpty { sites = [QuestionFeed.standardSite] }
    tags = words.filter { !$0.begins(with: Self.sitePrefix) }.uniqued { $0 }
    matchesAny = text.contains("|") && tags.count > 1
    last = endsInWord ? words.last.map(Self.last) : nil
  }

  private static func last(_ word: String) -> Last {
    word.begins(with: sitePrefix) ? .site(String(word.dropFirst(sitePrefix.count))) : .tag(word)
  }

  /// The first site, whose tags are completed.
  public var site: String { sites[0] }

  /// The feed, hot first if the service supports that; `nil` without words and for too many tags.
  public var feed: QuestionFeed? {
    guard !tags.isEmpty || sites != [QuestionFeed.standardSite], mistake == nil else { return nil }
    var feed = QuestionFeed(tags: tags, matching: matchesAny ? .any : .all).on(sites)
    feed.order = feed.knownOrder
    return feed
  }

  /// The kept questions of the site, if the words may be the beginning of ``keptWord``.
  public var kept: QuestionFeed? {
    guard tags.count == 1, Self.keptWord.begins(with: tags[0]) else { return nil }
    return QuestionFeed.kept().on(sites)
  }

  /// Whether the words name the kept questions.
  public var nameKept: Bool { tags == [Self.keptWord] }

  /// The word for the kept questions.
  public static let keptWord = "kept"

  /// Why there is no feed; `nil` if there is one.
  public var mistake: SafeText? {
    if tags.count > QuestionFeed.maximumTags {
      return "the service takes \(QuestionFeed.maximumTags) tags at most, these are \(tags.count)"
    }
    let most = QuestionFeed.maximumSites
    return sites.count > most ? "a list joins \(most) sites at most, these are \(sites.count)" : nil
  }

  /// Returns the text with its last word completed.
  public static func completing(_ text: SafeText, with word: SafeText) -> SafeText {
    let end = text.string.lastIndex { $0.isWhitespace || $0 == "|" || $0 == "," }
    let kept = end.map { text.string[...$0] } ?? ""
    let prefix =
      text.string[(end.map { text.string.index(after: $0) } ?? text.string.startIndex)...].lowercased()
        .begins(with: sitePrefix) ? sitePrefix : ""
    return SafeText(oneLine: "\(kept)\(prefix)\(word.string)")
  }
}
