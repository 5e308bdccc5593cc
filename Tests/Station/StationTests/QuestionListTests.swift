import Foundation
import Testing

@testable import Station

/// The lists besides `/questions`, and what the search does with tags and sites.
@Suite(.timeLimit(.minutes(2))) struct QuestionListTests {
  private static let site = "site=stackoverflow&pagesize=100"

  @Test func unansweredQuestionsHaveNoAnswerThatSomebodyVotedFor() async throws {
    try await RunningStation.run { running in
      let all = try await running.get("/2.3/questions?\(Self.site)").items
      let unanswered = try await running.get("/2.3/questions/unanswered?\(Self.site)").items
      #expect(!unanswered.isEmpty && unanswered.count < all.count)
      #expect(unanswered.allSatisfy { $0["is_answered"] as? Bool == false })
      let none = try await running.get("/2.3/questions/no-answers?\(Self.site)").items
      #expect(!none.isEmpty)
      #expect(none.allSatisfy { $0["answer_count"] as? Int == 0 })
    }
  }

  @Test func featuredQuestionsTellTheirBountyAndNoOtherListDoes() async throws {
    try await RunningStation.run { running in
      let featured = try await running.get("/2.3/questions/featured?\(Self.site)").items
      #expect(featured.count > 3)
      let now = Int(running.clock.now.timeIntervalSince1970)
      #expect(featured.allSatisfy { ($0["bounty_amount"] as? Int).map((50...500).contains) == true })
      #expect(featured.allSatisfy { ($0["bounty_closes_date"] as? Int).map { $0 > now } == true })
      #expect(featured.allSatisfy { $0["accepted_answer_id"] == nil && $0["closed_date"] == nil })
      let all = try await running.get("/2.3/questions?\(Self.site)").items
      #expect(all.allSatisfy { $0["bounty_amount"] == nil })
    }
  }

  @Test(arguments: ["unanswered", "featured", "no-answers"])
  func theseListsKnowThreeSortsAndWantEveryTag(list: String) async throws {
    try await RunningStation.run { running in
      let path = "/2.3/questions/\(list)?\(Self.site)"
      let votes = try await running.get(path + "&sort=votes").items.compactMap { $0["score"] as? Int }
      #expect(!votes.isEmpty && votes == votes.sorted(by: >))
      #expect(try await running.get(path + "&sort=hot").object["error_message"] as? String == "sort")
      let tagged = try await running.get(path + "&tagged=ios").items
      #expect(tagged.allSatisfy { ($0["tags"] as? [String])?.contains("ios") == true })
      #expect(try await running.get(path + "&tagged=ios;android").items.isEmpty)
    }
  }

  @Test func aSearchIsContentWithAnyOfItsTags() async throws {
    try await RunningStation.run { running in
      let search = "/2.3/search/advanced?\(Self.site)"
      func ids(_ tags: String) async throws -> Set<Int> {
        Set(try await running.get(search + "&tagged=" + tags).ids)
      }
      let (ios, ruby, both) = (try await ids("ios"), try await ids("ruby"), try await ids("ios%3Bruby"))
      #expect(!ios.isEmpty && !ruby.isEmpty)
      #expect(both == ios.union(ruby))
      #expect(both != ios && both != ruby)
      let (encoded, tooMany) = (try await ids("c%2B%2B"), try await ids("a;b;c;d;e;ios"))
      #expect(!encoded.isEmpty && tooMany.isEmpty)
    }
  }

  @Test func tagsInBracketsMustAllBeThere() async throws {
    try await RunningStation.run { running in
      let search = "/2.3/search/advanced?\(Self.site)&q="
      let listed = try await running.get("/2.3/questions?\(Self.site)&tagged=ios;swift").ids
      let found = try await running.get(search + "%5Bios%5D%20%5BSwift%5D").ids
      #expect(Set(found) == Set(listed) && !found.isEmpty)
      #expect(try await running.get(search + "%5Bios%5D%20qzxqzxq").ids.isEmpty)
    }
  }

  @Test(arguments: ["stackoverflow", "unix", "unix.meta", "meta", "meta.superuser", "mathoverflow.net", "3dprinting"])
  func everySiteIsAnswered(site: String) async throws {
    try await RunningStation.run { running in
      let items = try await running.get("/2.3/questions?site=\(site)").items
      #expect(items.count == 30)
    }
  }

  @Test(arguments: ["unixx", "unix.meta.meta", "Stack%20Overflow", "meta.meta", "%60"])
  func anUnknownSiteIsNamed(site: String) async throws {
    try await RunningStation.run { running in
      let reply = try await running.get("/2.3/questions?site=\(site)")
      #expect(reply.status == 400)
      #expect(try reply.object["error_id"] as? Int == 400)
      let name = try #require(site.removingPercentEncoding)
      #expect(try reply.object["error_message"] as? String == "No site found for name `\(name)`")
    }
  }
}
