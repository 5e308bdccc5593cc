import Model
import Screen
import Testing

@testable import Simulation

/// Each kind of thing that is kept is there again after a restart, and the simulation sees when it is not.
@Suite struct KeptTests {
  /// What a person does so that there is something to lose, and what is seen if it is lost.
  private struct Loss {
    var head = ""
    var acts: String
    var sentence: String
  }

  private static let losses: [KeptKind: Loss] = [
    .item(.pane): Loss(acts: "key Tab", sentence: "has the focus after a start"),
    .item(.share): Loss(acts: "key Ctrl-Right", sentence: "the border is at another place"),
    .item(.palette): Loss(
      acts: "key :\npass 60\nkey r\nkey e\nkey f\nkey r\npass 60\nkey Enter", sentence: "the palette begins with"),
    .item(.greeting): Loss(acts: "pass 100", sentence: "greeted again"),
    .item(.tab): Loss(acts: "key 3\npass 300", sentence: "another tab is selected"),
    .item(.tabs): Loss(acts: "key x\npass 300", sentence: "the tabs are other ones"),
    .item(.order): Loss(
      acts: "key s\npass 60\nkey Down\npass 60\nkey Enter\npass 900", sentence: "the order of the questions"),
    .item(.selectedQuestion): Loss(acts: "key Down\npass 1500", sentence: "another question is selected"),
    .item(.density): Loss(acts: "key d", sentence: "the lines of rows"),
    .item(.questionBelow): Loss(acts: "key B", sentence: "a question has another place"),
    .item(.readQuestions): Loss(acts: "key Enter\npass 500\nkey Esc", sentence: "that were read are unread"),
    .item(.keptQuestions): Loss(acts: "key *\npass 500", sentence: "a question is marked as kept"),
    .item(.quota): Loss(acts: "silent questions", sentence: "the day's requests are unknown"),
    .wikipedia(.wikis): Loss(
      acts: "key Tab\nkey w\npass 60\nkey d\nkey e\npass 60\nkey Enter\npass 500", sentence: "are the wikis after"),
    .wikipedia(.shown): Loss(
      acts: "key Tab\nkey e\npass 60\nkey Down\npass 30\nkey Enter\npass 500", sentence: "other edits are shown"),
    .wikipedia(.condition): Loss(
      acts: "settings 14\npass 500\nkey Tab\nkey e\npass 60\nkey Enter\npass 500",
      sentence: "the choices of Wikipedia's pane are"),
    .wikipedia(.hasLinesApart): Loss(
      head: "bytes 7", acts: "burst 30\nkey Tab\nkey b\npass 500", sentence: "has other lines"),
    .wikipedia(.span): Loss(
      acts: "pass 12000\nkey Tab\npass 100\nkey ]\npass 100", sentence: "the chart of edits shows"),
    .wikipedia(.order): Loss(
      acts: "burst 30\nkey Tab\npass 60\nkey s\npass 60\nkey Down\npass 60\nkey Enter\npass 500",
      sentence: "the edits have another order"),
    .wikipedia(.watched): Loss(
      head: "bytes 7", acts: "burst 30\nkey Tab\nkey Down\npass 60\nkey v\npass 500",
      sentence: "the choices of Wikipedia's pane are"),
    .wikipedia(.ignored): Loss(
      head: "bytes 7", acts: "burst 30\nkey Tab\nkey Down\npass 60\nkey I\npass 60\nkey Enter\npass 500",
      sentence: "the choices of Wikipedia's pane are"),
    .wikipedia(.listShare): Loss(
      acts: "key Tab\npass 100\nkey Ctrl-Up\npass 100", sentence: "the choices of Wikipedia's pane"),
    .wikipedia(.showsBackdrop): Loss(
      acts: "pass 12000\nkey Tab\npass 100\nkey ~\npass 100", sentence: "the choices of Wikipedia's pane"),
    .item(.layout): Loss(
      acts: "settings 2\npass 500\nkey :\npass 60\nkey e\nkey v\nkey e\nkey n\nkey i\npass 60\nkey Enter\npass 100",
      sentence: "the border is at another place"),
    .item(.theme): Loss(
      acts: "key :\npass 60\nkey d\nkey a\nkey r\nkey k\npass 60\nkey Enter\npass 100",
      sentence: "another theme is shown"),
    .item(.spans): Loss(
      acts: "key Tab\nkey Tab\npass 100\nkey &\npass 100", sentence: "spans are joined, or no longer"),
    .item(.rates): Loss(acts: "pass 30000", sentence: "the rate of edits of a time before a start"),
    .item(.readEdits): Loss(
      head: "bytes 7", acts: "burst 30\nkey Tab\nkey Down\npass 60\nkey Enter\npass 500\nkey Esc\npass 100",
      sentence: "edits that were read are unread"),
    .item(.hiddenRooms): Loss(
      acts: "settings 7\npass 500\nkey Tab\nkey Tab\npass 100\nkey Space\npass 100", sentence: "other rooms are hidden"),
    .item(.aloneRoom): Loss(
      acts: "settings 7\npass 500\nkey Tab\nkey Tab\npass 100\nkey Enter\npass 100", sentence: "another room is alone"),
    .item(.selectedRoom): Loss(
      acts: "settings 7\npass 500\nkey Tab\nkey Tab\npass 100\nkey Down\npass 1500",
      sentence: "another room is selected"),
    .item(.roomSpan): Loss(acts: "key Tab\nkey Tab\npass 100\nkey ]\npass 100", sentence: "the chart of rooms shows"),
    .item(.roomBackdrop): Loss(
      acts: "key Tab\nkey Tab\npass 100\nkey ~\npass 100", sentence: "the day before is shown, or no longer"),
    .item(.roomOrder): Loss(
      acts: "settings 7\npass 500\nkey Tab\nkey Tab\npass 100\nkey s\npass 60\nkey Down\npass 60\nkey Enter\npass 100",
      sentence: "the legend of rooms has another order"),
    .item(.roomLimits): Loss(
      acts: "settings 7\npass 500\nkey Tab\nkey Tab\npass 1000\nkey A\npass 60\nkey 3\nkey 5\npass 60\nkey Enter",
      sentence: "the limits of rooms by key"),
    .item(.roomEvents): Loss(
      acts: "companion 1\nsettings 12\npass 700000", sentence: "an alarm of “Room 2” is raised by program"),
    .item(.ownReadings): Loss(
      head: "bytes 7", acts: "settings 13\npass 900000", sentence: "that was read before a start is gone"),
  ]

  @Test(arguments: KeptKind.allCases) func whatIsKeptIsThereAfterARestart(kind: KeptKind) async throws {
    let loss = try #require(Self.losses[kind], "what a person does so that \(kind) can be lost")
    UI.runInBackground()
    for head in [loss.head, loss.head + "\ndatabases"] {
      let script = try Script(text: "\(head)\npass 1000\n\(loss.acts)\nrestart\npass 1000")
      let whole = await Simulation.play(script, heals: false).failure
      #expect(whole == nil, "\(head): \(whole.map { "\($0)" } ?? "")")
      let failure = await Simulation.play(script, sabotage: .drops(kind), heals: false).failure
      #expect(
        failure?.sentence.contains(loss.sentence) == true, "\(head): \(failure?.sentence ?? "nothing is seen")")
    }
  }
}
