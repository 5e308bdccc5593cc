import Foundation
import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// The pages of a wiki that belong to an edit.
@Suite struct WikiPageTests {
  private static func edit(
    _ title: SafeText = "Saturn", by user: SafeText? = "Maria", old: Int? = 103, from origin: Origin = .live,
    address: String? = "https://en.wikipedia.org/wiki/Some_page?a=b#c", kind: WikiEvent.Kind = .unspecified
  ) -> OpenedEdit {
    let edit = WikiEdit(revision: WikiRevision(wiki: "enwiki", old: old, new: 104), user: user)
    let event = WikiEvent(kind: kind, title: title, time: nil, wiki: "enwiki", address: address, edit: edit)
    return OpenedEdit(RecentEvent(id: 0, event: event, time: .distantPast), from: origin)
  }

  /// Titles and names are text from outside.
  @Test(
    arguments: [
      ("Saturn", "Saturn"), ("Main Page", "Main%20Page"), ("Talk:AT&T", "Talk:AT%26T"), ("C++", "C%2B%2B"),
      ("100%", "100%25"), ("50%25", "50%2525"), ("a=b&action=delete", "a%3Db%26action%3Ddelete"),
      ("\"Heroes\"", "%22Heroes%22"), ("Łódź", "%C5%81%C3%B3d%C5%BA"), ("東京", "%E6%9D%B1%E4%BA%AC"),
      ("F#", "F%23"), ("<b>", "%3Cb%3E"),
    ])
  func titlesAndNamesAreEncoded(text: String, encoded: String) {
    let edit = Self.edit(SafeText(oneLine: text), by: SafeText(oneLine: text))
    let start = "https://en.wikipedia.org/w/index.php?title="
    #expect(edit.link(to: .history)?.absoluteString == "\(start)\(encoded)&action=history")
    #expect(edit.link(to: .talk)?.absoluteString == "\(start)User_talk:\(encoded)")
    #expect(edit.link(to: .undo)?.absoluteString == "\(start)\(encoded)&action=edit&undo=104&undoafter=103")
  }

  /// What a browser makes of the address is the title again, whatever is left as it is.
  @Test(arguments: ["Who?", "AC/DC", "It's", "a;b", "[x]", "a b+c&d=e%f?g#h", "e\u{301}", "\u{1F600}"])
  func aServerReadsTheTitle(text: String) throws {
    let title = SafeText(oneLine: text)
    let link = try #require(Self.edit(title).link(to: .history))
    let parts = try #require(URLComponents(url: link, resolvingAgainstBaseURL: false))
    #expect(parts.queryItems?.map(\.name) == ["title", "action"] && parts.fragment == nil)
    #expect(parts.queryItems?.first?.value == title.string)
    #expect(link.host() == "en.wikipedia.org" && parts.path == "/w/index.php")
  }

  /// On the live wiki the demonstration's revisions and users are those of strangers.
  @Test(arguments: WikiPage.allCases) func theDemonstrationHasNone(page: WikiPage) {
    let edit = Self.edit(from: .demo)
    #expect(edit.link(to: page) == nil)
    #expect(edit.obstacle(to: page) == "The edit is made up, so no wiki has a page for it")
  }

  @Test func whatIsUnknownHasNoPage() {
    for page in WikiPage.allCases {
      #expect(Self.edit().obstacle(to: page) == nil)
      #expect(Self.edit(address: nil).obstacle(to: page) == "There is no link here")
      #expect(Self.edit(address: "gopher://a/").obstacle(to: page) == "There is no link here")
      #expect(Self.edit(kind: .newuser).link(to: page) == nil)
    }
    #expect(Self.edit(by: nil).obstacle(to: .talk) == "No user is known here")
    #expect(Self.edit(by: nil).obstacle(to: .undo) == nil)
    #expect(Self.edit(old: nil).obstacle(to: .undo) == "The edit created the page, so it cannot be undone")
    #expect(Self.edit(old: nil).obstacle(to: .history) == nil)
  }
}
