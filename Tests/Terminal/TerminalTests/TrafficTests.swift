import Foundation
import Screen
import Signals
import Synchronization
import Testing

@testable import Terminal

/// What passes between a display and its terminal is told, byte for byte.
extension NcursesDisplayTests {
  /// The traffic so far.
  private final class Traffic: Sendable {
    private let log = Mutex<[TerminalTraffic]>([])

    var observer: Signal<TerminalTraffic, Never>.Observer {
      Signal<TerminalTraffic, Never>.Observer(value: { event in self.log.withLock { $0.append(event) } })
    }

    var events: [TerminalTraffic] { log.withLock { $0 } }

    var output: String {
      let bytes = events.flatMap { event -> ArraySlice<UInt8> in
        if case .output(let bytes) = event { bytes } else { [] }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    var input: [String] {
      events.compactMap { event in
        if case .input(let bytes) = event { String(decoding: bytes, as: UTF8.self) } else { nil }
      }
    }
  }

  /// From the sequences that ncurses begins with to those that restore the terminal.
  @Test(arguments: ["xterm-256color", "linux", "screen"])
  @UI func allOutputIsTold(term: String) throws {
    let traffic = Traffic()
    let session = try Session(term: term, traffic: traffic.observer)
    var written = try session.write("at the beginning")
    try? session.display.copy("copied")
    session.display.ring()
    session.display.releaseMouse()
    session.display.close()
    written += try session.terminal.outputSoFar()
    #expect(traffic.output == written)
    #expect(traffic.events.first == .begins(Size(width: 80, height: 24)))
    #expect(written.contains("at the beginning") && written.contains("\u{07}"))
    #expect(!traffic.events.contains(.lent), "it is given back for good")
  }

  @Test @UI func aProgramThatHasTheTerminalIsNotTold() throws {
    let traffic = Traffic()
    let session = try Session(traffic: traffic.observer)
    _ = try session.write("here")
    session.display.lend()
    let before = traffic.events
    #expect(before.last == .lent)
    write(session.terminal.slave, "elsewhere", 9)
    _ = try session.terminal.outputSoFar()
    session.display.takeBack()
    let back = try session.terminal.outputSoFar()
    let after = traffic.events.dropFirst(before.count)
    #expect(after.first == .returned)
    #expect(traffic.output.hasSuffix(back) && back.contains("here"))
    #expect(!traffic.output.contains("elsewhere"))
    session.display.close()
  }

  /// ncurses makes codes of some keys, which have their sequences again.
  @Test func inputIsToldBeforeWhatItCauses() async throws {
    let traffic = Traffic()
    let session = try await Session(traffic: traffic.observer)
    let keys = "j\u{1B}OA\u{1B}[3~\u{7F}é\u{1B}[<0;9;3M\u{1B}[200~pasted\u{1B}[201~"
    _ = await session.events(8, after: keys + "k")
    #expect(traffic.input.joined() == keys + "k")
    #expect(traffic.input.prefix(3) == ["j", "\u{1B}OA", "\u{1B}[3~"])
    await session.display.close()
  }

  @Test func aNewSizeIsToldOnce() async throws {
    let traffic = Traffic()
    let session = try await Session(traffic: traffic.observer)
    session.terminal.resize(columns: 100, rows: 30)
    kill(getpid(), SIGWINCH)
    #expect(await session.events(1, after: "") == ["100x30"])
    kill(getpid(), SIGWINCH)
    #expect(await session.events(1, after: "k") == ["character(\"k\")"])
    #expect(
      traffic.events.filter { if case .resized = $0 { true } else { false } }
        == [.resized(Size(width: 100, height: 30))])
    await session.display.close()
  }

  /// What a terminal that does not read has not got is not told, and what restores it is.
  @Test func outputThatIsThrownAwayIsNotTold() async throws {
    let traffic = Traffic()
    let session = try await Session(columns: 200, rows: 50, traffic: traffic.observer)
    await session.display.fill()
    await session.display.close()
    guard case .output(let end) = traffic.events.last else {
      throw PseudoTerminal.NeverCame(what: "output", instead: "")
    }
    let restoration = String(decoding: end, as: UTF8.self)
    #expect(restoration.contains("\u{1B}[?1049l") && end.count < 1_024)
    #expect(try session.terminal.outputSoFar().hasSuffix(restoration))
    #expect(traffic.output.utf8.count < 131_072, "the rest is not told")
  }
}
