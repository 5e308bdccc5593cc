import Foundation
import Screen
import Testing

@testable import Terminal

/// Pages that are opened in a browser.
extension NcursesDisplayTests {
  @Test func aBrowserThatFailsAtOnceIsToldLater() async throws {
    let session = try await Session(environment: ["BROWSER": "false"])
    try await session.display.open(try #require(URL(string: "https://example.com")))
    #expect(await session.events(1, after: "") == ["false ended with status 1: set BROWSER to another one."])
    await session.display.close()
  }

  @Test func aBrowserThatRunsInTheTerminalHasItUntilItEnds() async throws {
    // `sh -c` is no browser, but a program named like one.
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (script, program) = (folder.appending(path: "script"), folder.appending(path: "w3m"))
    try Data("#!/bin/sh\necho \"$1\" >> \(folder.path)/address\nread go < \(folder.path)/go\n".utf8).write(to: script)
    chmod(script.path, 0o755)
    // Another program writes what will be run: a program that another test starts meanwhile would have the file open for
    // writing, for a moment, and such a file cannot be run.
    let copy = try Process.run(URL(filePath: "/bin/cp"), arguments: [script.path, program.path])
    copy.waitUntilExit()
    mkfifo(folder.appending(path: "go").path, 0o600)

    let session = try await Session(environment: ["BROWSER": program.path])
    let address = "https://example.com/?a=$(date);b"
    try await session.display.open(try #require(URL(string: address)))
    #expect(session.terminal.isCooked)
    await #expect(throws: DisplayRefusal("Try again when the program in the terminal has ended")) {
      try await session.display.run(["true"], input: nil)
    }
    // Another page has the terminal after it.
    let other = "https://example.com/other"
    try await session.display.open(try #require(URL(string: other)))
    for _ in 0..<2 {
      // Lets it go on; opening a pipe for writing waits until somebody reads it.
      try Data("\n".utf8).write(to: folder.appending(path: "go"))
      _ = try session.terminal.output(until: "\u{1B}[?1049l")
      _ = try session.terminal.output(until: "\u{1B}[?1049h")
    }
    #expect(await session.events(1, after: "k") == ["character(\"k\")"])
    #expect(try String(contentsOf: folder.appending(path: "address"), encoding: .utf8) == "\(address)\n\(other)\n")
    await session.display.close()
  }
}
