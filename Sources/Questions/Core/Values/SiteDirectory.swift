import Foundation
import Model
import Signals
import Text

/// A site of questions and answers.
public struct Site: Sendable, Hashable {
  /// The name in requests (`stackoverflow`, `unix.meta`).
  public var id: String
  public var name: SafeText
  /// The audience, in the site's words.
  public var audience: SafeText?
  public var url: URL?
  /// Whether it is about another site.
  public var isMeta: Bool
  /// Whether only registered members may read it.
  public var isClosed: Bool

  public init(
    id: String, name: SafeText, audience: SafeText? = nil, url: URL? = nil, isMeta: Bool = false, isClosed: Bool = false
  ) {
    self.id = id
    self.name = name
    self.audience = audience
    self.url = url
    self.isMeta = isMeta
    self.isClosed = isClosed
  }
}

/// A tag, and the number of questions with it; `nil` if the service did not say.
public struct Tag: Sendable, Hashable {
  public var name: SafeText
  public var count: Int?

  public init(name: SafeText, count: Int?) {
    self.name = name
    self.count = count
  }
}

/// All sites of a service, in its order.
public struct SiteList: Sendable, Hashable {
  public var sites: [Site]
  /// Who answered.
  public var provenance: Provenance

  public init(_ sites: [Site], provenance: Provenance = .server(.standard)) {
    self.sites = sites
    self.provenance = provenance
  }
}

/// The sites and tags to choose from.
public protocol SiteDirectory: Sendable {
  /// Where the next answer is expected from.
  var provenance: Provenance { get }
  func sites() -> SignalProducer<SiteList, ServiceError>

  /// Sends the tags of a site whose names contain the letters, first those that begin with them, then by number of questions.
  /// Each start is one request.
  func tags(containing text: String, site: String) -> SignalProducer<[Tag], ServiceError>
}
