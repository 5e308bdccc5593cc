import Foundation
import Signals
import Text

/// A site of questions and answers.
public struct Site: Sendable, Hashable {
  /// What requests call it (`stackoverflow`, `unix.meta`).
  public var id: String
  public var name: SafeText
  /// Whom it is for, in its own words.
  public var audience: SafeText?
  public var url: URL?
  /// Whether it is about another site.
  public var isMeta: Bool
  /// Whether only those who signed up for it may read it.
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

/// A tag, and how many questions have it; `nil` where the service did not say.
public struct Tag: Sendable, Hashable {
  public var name: SafeText
  public var count: Int?

  public init(name: SafeText, count: Int?) {
    self.name = name
    self.count = count
  }
}

/// All sites of a service, as it orders them.
public struct SiteList: Sendable, Hashable {
  public var sites: [Site]
  /// Who answered.
  public var provenance: Provenance

  public init(_ sites: [Site], provenance: Provenance = .server(.standard)) {
    self.sites = sites
    self.provenance = provenance
  }
}

/// The sites and tags that a person can choose from.
public protocol SiteDirectory: Sendable {
  /// Where the next answer is expected to come from.
  var provenance: Provenance { get }
  func sites() -> SignalProducer<SiteList, ServiceError>

  /// The tags of a site with these letters in their names, those that begin with them first, then by how many questions
  /// have them. One start is one request.
  func tags(containing text: String, site: String) -> SignalProducer<[Tag], ServiceError>
}
