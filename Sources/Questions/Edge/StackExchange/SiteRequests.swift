import Clients
import Foundation
import Model
import Questions
import Signals
import Text

extension StackExchangeClient: SiteDirectory {
  /// Sites are requested a hundred at a time; there are some 365.
  private static let sitePageLimit = 10
  private static let tagCount = 30

  /// The caller must cache the result for a day, as the service asks (https://api.stackexchange.com/docs/sites).
  public func sites() -> SignalProducer<SiteList, ServiceError> {
    pages(upTo: Self.sitePageLimit) { page in
      // No `site`: with one, the service refuses the request.
      self.get("sites", ["pagesize": 100, "page": page], of: SitePayload.self) { ListPage($0) { Site($0) } }
    }
    .whole().map { [provenance] pages in
      SiteList(pages.flatMap(\.items).uniqued(by: \.id), provenance: provenance)
    }
  }

  public func tags(containing text: String, site: String) -> SignalProducer<[Tag], ServiceError> {
    get(
      "tags", ["order": "desc", "sort": "popular", "inname": text, "site": site, "pagesize": Self.tagCount],
      of: TagPayload.self
    ) { answer in
      // Sorted by number of questions, even if the service has another order; equal ones keep its order.
      let tags = answer.items.uniqued(by: \.name).map(Tag.init).stablySorted { $0.count ?? -1 > $1.count ?? -1 }
      let beginning = text.lowercased()
      // The service finds the letters anywhere ("own" in "download"); tags that begin with them are meant more often.
      return tags.filter { $0.name.string.lowercased().begins(with: beginning) }
        + tags.filter { !$0.name.string.lowercased().begins(with: beginning) }
    }
  }
}
