import Foundation
import Model
import Text

/// The format of the list of all sites in the cache: JSON.
package enum SiteCoding {
  private struct KeptSite: Codable {
    var id: String
    var name: String
    var audience: String?
    var url: String?
    var isMeta: Bool
    var isClosed: Bool
  }

  package static func bytes(of sites: [Site]) throws -> [UInt8] {
    let kept = sites.map {
      KeptSite(
        id: $0.id, name: $0.name.string, audience: $0.audience?.string, url: $0.url?.absoluteString, isMeta: $0.isMeta,
        isClosed: $0.isClosed)
    }
    return [UInt8](try JSONEncoder().encode(kept))
  }

  package static func sites(of bytes: [UInt8]) throws -> [Site] {
    try JSONDecoder().decode([KeptSite].self, from: Data(bytes)).map {
      Site(
        id: $0.id, name: SafeText(oneLine: $0.name), audience: $0.audience.map { SafeText(oneLine: $0) },
        url: $0.url.flatMap(KeptAddress.page), isMeta: $0.isMeta, isClosed: $0.isClosed)
    }
  }
}
