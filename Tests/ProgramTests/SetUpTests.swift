import Foundation
import Testing

/// What `make` says where something that a build needs is not there, before it compiles for minutes.
@Suite struct SetUpTests {
  private static let check = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Tools/Setup/check")

  /// Runs the check in a folder of its own.
  ///
  /// - Parameters:
  ///   - compiler: The script that stands for Swift's compiler; `nil` where there is none.
  ///   - arguments: Before the compiler.
  private func says(
    _ arguments: [String] = [], compiler: String?, prepare: (URL) throws -> Void = { _ in }
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-set-up-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let swift = folder.appending(path: "swift")
    if let compiler {
      try Data("#!/bin/sh\n\(compiler)\n".utf8).write(to: swift)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    }
    try prepare(folder)
    let script = #"cd "$1" && shift && "$@" 2>&1"#
    let child = try ChildProcess(
      ["sh", "-c", script, "sh", folder.path, Self.check.path] + arguments + [swift.path],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    let output = try child.output.readToEnd() ?? Data()
    child.finish()
    return String(decoding: output, as: UTF8.self)
  }

  @Test func aCompilerThatIsNotThereIsTold() throws {
    #expect(try says(compiler: nil).hasPrefix("reactui: there is no Swift here: install 6.3 or later"))
  }

  @Test func aCompilerThatIsTooOldIsTold() throws {
    let text = try says(compiler: "echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'")
    #expect(text.hasPrefix("reactui: Swift 5.10 is too old: install 6.3 or later"))
    #expect(try says(compiler: "echo 'Swift version 6.1.3 (swift-6.1.3-RELEASE)'").contains("6.1 is too old"))
    #expect(try says(compiler: "echo 'Swift version 6.2.4 (swift-6.2.4-RELEASE)'").contains("6.2 is too old"))
    #expect(try !says(compiler: "echo 'Swift version 6.3 (swift-6.3-RELEASE)'").contains("too old"))
    #expect(try !says(compiler: "echo 'Swift version 7.0 (swift-7.0-RELEASE)'").contains("too old"))
  }

  @Test func readmeNamesTheVersionThatIsChecked() throws {
    let readme = Self.check.deletingLastPathComponent().appending(path: "../../README.md")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("Swift 6.3 or later"))
  }

  @Test func aCompilerThatDoesNotStartIsToldWithTheLibraryThatItLacks() throws {
    let text = try says(
      compiler: """
        echo "swift: error while loading shared libraries: libncurses.so.6: cannot open shared object file" >&2
        exit 127
        """)
    #expect(text.hasPrefix("reactui: Swift does not start, since libncurses.so.6 is missing"))
    #expect(try says(compiler: "echo hello").contains("says nothing that can be understood"))
  }

  @Test func packagesThatCouldNotBeFetchedAreTold() throws {
    #expect(try says(["--after"], compiler: "true").contains("could not be fetched from github.com"))
    // With the packages there, the compiler's own messages say what is wrong.
    let text = try says(["--after"], compiler: "true") { folder in
      let package = folder.appending(path: ".build/checkouts/some-package")
      try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
      try Data().write(to: package.appending(path: "Package.swift"))
    }
    #expect(text == "")
  }

  /// How long depends on the machine; how the build ended is told on.
  @Test func aFirstBuildSaysHowLongItWillTake() throws {
    let patience = Self.check.deletingLastPathComponent().appending(path: "patience")
    let child = try ChildProcess(
      [patience.path, "17", "sh", "-c", "echo built; exit 3"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    let output = try child.output.readToEnd() ?? Data()
    let text = String(decoding: output, as: UTF8.self)
    #expect(
      text.wholeMatch(of: /Compiling reactui .*: some \d+ minutes on this machine, the first time only\.\nbuilt\n/)
        != nil)
    #expect(child.finish() == 3 << 8)
  }
}
