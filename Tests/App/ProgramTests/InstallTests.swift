import Foundation
import Testing

/// What `make install` does with what was built (Tools/Setup/install).
@Suite struct InstallTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Tools/Setup/install")

  /// Installs a stage below `prefix`, in a folder that is no checkout.
  ///
  /// - Returns: What the script said, and whether it went well.
  private func install(
    into prefix: URL, from folder: URL, make: String = "false", shell: String = ""
  ) throws -> (text: String, isWell: Bool) {
    let script = #"cd "$1" && shift && "# + shell + #"exec "$@" 2>&1"#
    let child = try ChildProcess(
      ["sh", "-c", script, "sh", folder.path, Self.script.path, "stage", prefix.path],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "MAKE": make])
    let output = try child.output.readToEnd() ?? Data()
    let status = child.finish()
    return (String(decoding: output, as: UTF8.self), status == 0)
  }

  /// A stage with a program and a page.
  private func stage(in folder: URL, program: Data = Data("#!/bin/sh\necho 1\n".utf8), isComplete: Bool = true) throws {
    let stage = folder.appending(path: "stage")
    try? FileManager.default.removeItem(at: stage)
    for path in ["bin", "share/man/man1"] {
      try FileManager.default.createDirectory(at: stage.appending(path: path), withIntermediateDirectories: true)
    }
    try program.write(to: stage.appending(path: "bin/reactui"))
    try Data(".Nm reactui\n".utf8).write(to: stage.appending(path: "share/man/man1/reactui.1"))
    if isComplete { try Data().write(to: stage.appending(path: "complete")) }
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-install-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func files(below folder: URL) -> [String] {
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).filter {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: folder.appending(path: $0).path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue
    }.sorted()
  }

  @Test func whatIsBuiltIsInstalledWithoutABuild() throws {
    try withFolder { folder in
      try stage(in: folder)
      let prefix = folder.appending(path: "usr")
      let said = try install(into: prefix, from: folder)
      #expect(said.isWell && said.text == "reactui is installed: \(prefix.path)/bin/reactui\n")
      #expect(files(below: prefix) == ["bin/reactui", "share/man/man1/reactui.1"])
      let attributes = try FileManager.default.attributesOfItem(atPath: prefix.appending(path: "bin/reactui").path)
      #expect(attributes[.posixPermissions] as? Int == 0o755)
    }
  }

  @Test func whatIsNotBuiltIsBuilt() throws {
    try withFolder { folder in
      try stage(in: folder, isComplete: false)
      let make = folder.appending(path: "make")
      try Data("#!/bin/sh\necho \"$@\" && touch stage/complete\n".utf8).write(to: make)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: make.path)
      let prefix = folder.appending(path: "usr")
      let said = try install(into: prefix, from: folder, make: make.path)
      #expect(said.isWell && said.text.contains("staged") && files(below: prefix).count == 2)
    }
  }

  @Test func aBuildThatFailsInstallsNothing() throws {
    try withFolder { folder in
      let said = try install(into: folder.appending(path: "usr"), from: folder)
      #expect(!said.isWell && said.text.hasSuffix("reactui: nothing was installed, since the build has failed.\n"))
      #expect(files(below: folder) == [])
    }
  }

  @Test func aPlaceThatCannotBeWrittenToIsTold() throws {
    try withFolder { folder in
      try stage(in: folder)
      try Data().write(to: folder.appending(path: "file"))
      let said = try install(into: folder.appending(path: "file/usr"), from: folder)
      #expect(!said.isWell && said.text.contains("/usr/bin cannot be written to: try \"sudo make install\""))
    }
  }

  /// A limit on the size of files stands for a disk that is full.
  @Test func whereThereIsNoRoomTheOldProgramStays() throws {
    try withFolder { folder in
      let prefix = folder.appending(path: "usr")
      try stage(in: folder, program: Data("old".utf8))
      #expect(try install(into: prefix, from: folder).isWell)
      try stage(in: folder, program: Data(count: 100_000))
      let said = try install(into: prefix, from: folder, shell: "trap '' XFSZ; ulimit -f 50; ")
      #expect(!said.isWell && said.text.contains("/bin/reactui could not be written ("))
      #expect(try Data(contentsOf: prefix.appending(path: "bin/reactui")) == Data("old".utf8))
      #expect(files(below: prefix) == ["bin/reactui", "share/man/man1/reactui.1"])
    }
  }

  /// The kernel lets nobody write into a file that runs: the new one takes its place under its name.
  @Test func aProgramThatRunsGoesOnWhenItIsReplaced() throws {
    try withFolder { folder in
      let prefix = folder.appending(path: "usr")
      let program = prefix.appending(path: "bin/reactui")
      try stage(in: folder, program: Data(contentsOf: URL(filePath: "/bin/cat")))
      #expect(try install(into: prefix, from: folder).isWell)
      let running = try ChildProcess([program.path], environment: [:])
      try running.input.write(contentsOf: Data("a\n".utf8))
      #expect(try running.output.read(upToCount: 2) == Data("a\n".utf8))
      try stage(in: folder, program: Data("new".utf8))
      let said = try install(into: prefix, from: folder)
      #expect(said.isWell, "\(said.text)")
      #expect(try Data(contentsOf: program) == Data("new".utf8))
      try running.input.write(contentsOf: Data("b\n".utf8))
      #expect(try running.output.read(upToCount: 2) == Data("b\n".utf8))
      #expect(running.finish() == 0)
    }
  }
}
