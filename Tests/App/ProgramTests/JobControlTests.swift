import Foundation
import Testing

extension ProgramTests {
  /// A suspended program under a shell with job control: the terminal is the shell's until `fg`.
  @Suite struct JobControlTests {
    /// The program in a shell that tells at once what becomes of its jobs (`-b`).
    private func suspended() throws -> TerminalSession { try .suspendedProgram(shellOptions: "-i -b") }

    private func run(_ command: String, in session: TerminalSession) throws {
      try session.type(command)
      try session.press("Enter")
    }

    private func expectTheTerminalIsTheShells(_ session: TerminalSession) throws {
      #expect(try session.value("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1")
    }

    // With an interrupt the shell does not continue a job by itself.
    @Test(arguments: ["kill %1", "kill -HUP %1", "kill -INT %1; kill -CONT %1"])
    func toldToEndItEndsAndTouchesNothing(command: String) async throws {
      try await story {
        let session = try suspended()
        try run(command, in: session)
        let screen = try session.wait("the end of the job") { $0.contains("Done") }
        #expect(!screen.contains("tty output"))
        try expectTheTerminalIsTheShells(session)
      }
    }

    @Test func inTheBackgroundItStopsAgainUntilItHasTheTerminal() async throws {
      try await story {
        let session = try suspended()
        try run("bg", in: session)
        try session.wait("a job stopped again") { $0.components(separatedBy: "Stopped").count == 3 }
        try expectTheTerminalIsTheShells(session)
        try run("fg", in: session)
        try session.wait("the whole screen again") { $0.contains("ConAir") && $0.contains("╭") }
        try session.press("q")
        try session.wait("the shell again") { !$0.contains("╭") }
        try expectTheTerminalIsTheShells(session)
      }
    }
  }
}
