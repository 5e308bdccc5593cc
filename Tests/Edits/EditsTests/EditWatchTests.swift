import Edits
import Model
import Testing
import Text

/// Which edits a person wants to notice.
@Suite struct EditWatchTests {
  private static func edit(
    _ title: SafeText = "Manhattan Film Academy", user: SafeText? = "Vand77", comment: SafeText? = "copy edit",
    kind: WikiEvent.Kind = .unspecified
  ) -> WikiEvent {
    WikiEvent(kind: kind, title: title, time: nil, edit: WikiEdit(user: user, comment: comment))
  }

  @Test(
    arguments: [
      (.title("Manhattan Film Academy"), true), (.title("Manhattan_Film_Academy"), true),
      (.title("manhattan Film Academy"), true), (.title("Manhattan"), false), (.title("Vand77"), false),
      (.user("Vand77"), true), (.user("vand77"), true), (.user("Vand7"), false), (.user("copy edit"), false),
      (.matches("FILM manhattan"), true), (.matches("vand copy"), true), (.matches("film reverted"), false),
      (.matches("  "), false),
    ] as [(EditWatch.Subject, Bool)])
  func anEditIsMeantByPageUserOrWords(subject: EditWatch.Subject, isMeant: Bool) {
    #expect(EditWatch(subject).matches(Self.edit()) == isMeant)
  }

  @Test func aTitleInLowerCaseIsThatOfAWiktionary() {
    #expect(EditWatch(.title("word")).matches(Self.edit("word")))
    #expect(!EditWatch(.title("Word")).matches(Self.edit("word")))
  }

  @Test func whatIsHiddenOrNoEditIsNotMeant() {
    #expect(!EditWatch(.user("Vand77")).matches(Self.edit(user: nil)))
    #expect(!EditWatch(.title("Vand77")).matches(Self.edit("Vand77", kind: .newuser)))
    #expect(!EditWatch(.matches("vand77")).matches(Self.edit(user: nil, comment: nil)))
  }

  @Test func theBellIsOnlyForThoseThatHaveIt() {
    let watches = [EditWatch(.user("Vand77")), EditWatch(.title("Saturn"), ringsBell: true)]
    #expect(watches.matches(Self.edit()) && !watches.ringBell(for: Self.edit()))
    #expect(watches.ringBell(for: Self.edit("Saturn", user: "Maria")))
  }
}
