import Foundation
import Testing

/// What `make` says where something that a build needs is not there, before it compiles for minutes.
@Suite struct SetUpTests {
  private static let check = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Tools/Setup/check")

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

  /// What `Tools/Setup/packages` says where `apt-get`, `dpkg-query`, `id` and `sudo` are these scripts.
  private func packagesSay(aptGet: String, user: Int = 0, sudo: String? = nil) throws -> (text: String, isWell: Bool) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-packages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scripts = [
      "apt-get": aptGet, "dpkg-query": "[ \"$3\" = there ] && printf installed", "id": "echo \(user)",
      "sudo": sudo ?? "exit 127",
    ]
    for (name, script) in scripts {
      let file = folder.appending(path: name)
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let packages = Self.check.deletingLastPathComponent().appending(path: "packages")
    let child = try ChildProcess(
      ["sh", "-c", #"exec "$@" 2>&1"#, "sh", packages.path, "there", "libmissing-dev"],
      environment: ["PATH": "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"])
    let output = try child.output.readToEnd() ?? Data()
    return (String(decoding: output, as: UTF8.self), child.finish() == 0)
  }

  @Test func missingPackagesAreInstalledAndNoOthers() throws {
    let said = try packagesSay(aptGet: #"case $1 in update) ;; *) [ "$5" = libmissing-dev ] && [ $# = 5 ] ;; esac"#)
    #expect(said == ("installing libmissing-dev\n", true))
  }

  /// Of apt-get's many lines the first error is told.
  @Test func packagesThatCannotBeInstalledAreToldInOneSentence() throws {
    let noNetwork = try packagesSay(
      aptGet: "echo 'W: Failed to fetch http://mirror' >&2; [ $1 = update ] || { echo E: none; exit 100; }")
    #expect(!noNetwork.isWell)
    let sentence = "reactui: apt-get could not install libmissing-dev: Failed to fetch http://mirror\n"
    #expect(noNetwork.text == "installing libmissing-dev\n" + sentence)
    let unknown = try packagesSay(aptGet: "[ $1 = update ] || { echo E: Unable to locate package; exit 100; }")
    #expect(unknown.text.hasSuffix("could not install libmissing-dev: Unable to locate package\n"))
  }

  @Test func whoIsNotRootGoesThroughSudo() throws {
    let refused = try packagesSay(aptGet: "exit 1", user: 1000, sudo: "echo 'sudo: a password is required' >&2; exit 1")
    #expect(refused.text.hasSuffix("could not install libmissing-dev: a password is required\n"))
    #expect(try packagesSay(aptGet: "[ $(id -u) = 1000 ]", user: 1000, sudo: #"exec "$@""#).isWell)
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
