import Foundation
import Questions
import Signals
import Storage

extension CacheShelf.Place.Kind {
  package static let list = Self("list")
  package static let question = Self("question")
  package static let sites = Self("sites")
}

/// An answer from the cache has no quota, which would be that of another day; a list is stored without the bodies of its questions.
extension CacheDatabase: QuestionCache {
  /// Finds stored questions by words; `nil` if nothing is to be found.
  var index: SearchIndex? { companion as? SearchIndex }

  // MARK: - Lists

  public func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    read {
      CacheShelf.Place(server: server.address, kind: .list, key: try FeedKey.text(of: feed))
    } as: {
      CachedQuestions(page: try QuestionCoding.page(of: $0, from: server, site: feed.site), fetched: $1)
    }
  }

  public func keep(_ questions: CachedQuestions, of feed: QuestionFeed) {
    guard let server = questions.page.provenance.server else { return }
    write(fetched: questions.fetched) {
      (
        CacheShelf.Place(server: server.address, kind: .list, key: try FeedKey.text(of: feed)),
        QuestionCoding.bytes(of: questions.page)
      )
    }
    index?.take { Self.entries(of: questions, site: feed.site, from: server) }
  }

  // MARK: - Questions

  public func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    guard let server = question.provenance.server else { return SignalProducer(value: nil) }
    return read {
      CacheShelf.Place(server: server.address, kind: .question, key: "\(question.site)/\(question.id)")
    } as: {
      try QuestionCoding.detail(of: $0, from: server, site: question.site, fetched: $1)
    }
  }

  public func keep(_ detail: CachedDetail, site: String) {
    guard let server = detail.detail.provenance.server else { return }
    write(fetched: detail.fetched) {
      (
        CacheShelf.Place(server: server.address, kind: .question, key: "\(site)/\(detail.detail.question.id)"),
        try QuestionCoding.bytes(of: detail)
      )
    }
    index?.take { [Self.entry(of: detail, site: site, from: server)] }
  }

  // MARK: - Sites

  public func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> {
    read {
      CacheShelf.Place(server: server.address, kind: .sites)
    } as: {
      CachedSites(SiteList(try SiteCoding.sites(of: $0), provenance: .server(server)), fetched: $1)
    }
  }

  public func keep(_ sites: CachedSites) {
    guard let server = sites.list.provenance.server else { return }
    write(fetched: sites.fetched) {
      (CacheShelf.Place(server: server.address, kind: .sites), try SiteCoding.bytes(of: sites.list.sites))
    }
  }

  public func hasAnything(of server: QuestionServer) -> SignalProducer<Bool, Never> {
    hasAnything(of: server.address)
  }
}
