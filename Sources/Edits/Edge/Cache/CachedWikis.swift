import Edits
import Signals
import Storage
import Text

extension CacheShelf.Place.Kind {
  package static let wikis = Self("wikis")
}

extension CacheDatabase: WikiCache {
  public func wikis(of server: SafeText) -> SignalProducer<CachedWikis?, Never> {
    read {
      CacheShelf.Place(server: server.string, kind: .wikis)
    } as: {
      CachedWikis(try WikiCoding.wikis(of: $0), fetched: $1)
    }
  }

  public func keep(_ wikis: CachedWikis, of server: SafeText) {
    write(fetched: wikis.fetched) {
      (CacheShelf.Place(server: server.string, kind: .wikis), try WikiCoding.bytes(of: wikis.wikis))
    }
  }
}
