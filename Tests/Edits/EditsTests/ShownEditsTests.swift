import Edits
import Foundation
import Model
import Testing
import Text

/// Who makes an edit, and which edits are shown.
@Suite struct ShownEditsTests {
  @Test(
    arguments: [
      ("Maria", WikiEditor.people), ("192.0.2.17", .anonymous), ("2001:DB8:0:0:0:0:0:1", .anonymous),
      ("2001:db8::1", .anonymous),
      ("~2026-31415-9", .anonymous), ("~Tilde~", .people), ("10.5", .people), ("1.2.3.4.5", .people),
      ("Cafe:Bar:Zoo", .people),
      ("::", .anonymous), ("1.2.3.", .people), ("", .people),
    ] as [(SafeText, WikiEditor)])
  func aNameThatNobodyChoseIsNoAccount(name: SafeText, editor: WikiEditor) {
    #expect(WikiEditor(user: name, isBot: false) == editor)
    #expect(WikiEditor(user: name, isBot: true) == .bots)
  }

  private static func event(
    _ kind: WikiEvent.Kind = .unspecified, namespace: Int? = 0, user: SafeText = "Maria", isMinor: Bool = false,
    isBot: Bool = false
  ) -> WikiEvent {
    WikiEvent(
      kind: kind, title: "Page", time: nil,
      edit: WikiEdit(namespace: namespace, user: user, isMinor: isMinor, isBot: isBot))
  }

  @Test func aWordNarrowsItsGroupAndNoOther() {
    let people = ShownEdits([.editor(.people)])
    #expect(people.contains(Self.event(namespace: 4, isMinor: true)))
    #expect(!people.contains(Self.event(isBot: true)) && !people.contains(Self.event(user: "192.0.2.1")))
    let major = ShownEdits([.major])
    #expect(major.contains(Self.event(isBot: true)) && !major.contains(Self.event(isMinor: true)))
  }

  @Test(
    arguments: [
      (WikiEvent.Kind.unspecified, 0, ShownEdits.Pages.articles), (.unspecified, 2, .user), (.user, 3, .user),
      (.talk, 1, .talk), (.unspecified, 5, .talk), (.unspecified, 4, .other), (.file, 6, .other),
      (.unspecified, 119, .talk),
      (.unspecified, nil, .articles), (.special, nil, .other), (.unspecified, -1, .other),
    ] as [(WikiEvent.Kind, Int?, ShownEdits.Pages)])
  func pagesAreToldByTheirNamespace(kind: WikiEvent.Kind, namespace: Int?, pages: ShownEdits.Pages) {
    for other in ShownEdits.Pages.allCases {
      #expect(ShownEdits([.pages(other)]).contains(Self.event(kind, namespace: namespace)) == (other == pages))
    }
  }

  @Test func aSignUpIsAlwaysShownAndSoIsWhatNothingIsToldOf() {
    let bots = ShownEdits([.editor(.bots), .major])
    #expect(bots.contains(WikiEvent(kind: .newuser, title: "Maria", time: nil)))
    #expect(bots.contains(WikiEvent(kind: .unspecified, title: "Page", time: nil)))
  }

  @Test func theLastPartOfAGroupStays() {
    var shown = ShownEdits([.editor(.bots)])
    shown.toggle(.editor(.bots))
    #expect(shown.words == [.editor(.bots)])
    shown.toggle(.editor(.people))
    shown.toggle(.major)
    #expect(shown.words == [.editor(.people), .editor(.bots), .major])
    for word in [.editor(.anonymous), .major] as [ShownEdits.Word] { shown.toggle(word) }
    #expect(shown == .all && shown.words == [])
  }
}
