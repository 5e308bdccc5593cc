import Foundation
import Text

/// The format of the list of all wikis in the cache: JSON.
package enum WikiCoding {
  private struct KeptWiki: Codable {
    var name: String
    var language: String
    var nativeLanguage: String?
  }

  package static func bytes(of wikis: [Wiki]) throws -> [UInt8] {
    let kept = wikis.map {
      KeptWiki(name: $0.name, language: $0.language.string, nativeLanguage: $0.nativeLanguage?.string)
    }
    return [UInt8](try JSONEncoder().encode(kept))
  }

  package static func wikis(of bytes: [UInt8]) throws -> [Wiki] {
    try JSONDecoder().decode([KeptWiki].self, from: Data(bytes)).compactMap {
      // A name becomes part of addresses.
      guard WikiDomain.isName($0.name) else { return nil }
      return Wiki($0.name, SafeText(label: $0.language), $0.nativeLanguage.map { SafeText(label: $0) })
    }
  }
}
