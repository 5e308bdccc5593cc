import Foundation
import Testing

/// What install.sh says of an archive that is here already, and does with it.
@Suite struct InstallScriptTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Packaging/install.sh")

  /// A release of one archive, and where it is installed.
  private struct Place {
    let folder: URL
    let archive: URL
    var prefix: URL { folder.appending(path: "prefix") }
    var program: URL { prefix.appending(path: "bin/reactui") }
  }

  private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> (text: String, isWell: Bool)
  {
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    let child = try ChildProcess(
      ["sh", "-c", #"exec "$@" 2>&1"#, "sh"] + arguments, environment: path.merging(environment) { $1 })
    let output = try child.output.readToEnd() ?? Data()
    return (String(decoding: output, as: UTF8.self), child.finish() == 0)
  }

  private func install(
    _ place: Place, into prefix: URL? = nil, _ environment: [String: String] = [:]
  ) throws -> (text: String, isWell: Bool) {
    let settings = ["PREFIX": (prefix ?? place.prefix).path, "HOME": place.folder.path]
    return try run(["sh", Self.script.path, place.archive.path], settings.merging(environment) { $1 })
  }

  /// Makes an archive whose program tells a version, and the file with its sum.
  private func withRelease(
    machine: String? = nil, libc: String = "2.17", version: String = "1.0.0", _ body: (Place) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-archive-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let own = try run(["uname", "-m"]).text.trimmingCharacters(in: .newlines)
    let archive = folder.appending(path: "reactui-\(version)-linux-\(machine ?? own)-glibc\(libc).tar.gz")
    let made = try run([
      "sh", "-euc",
      """
      cd "$1"; mkdir -p reactui-1/bin reactui-1/share/doc/reactui
      printf '#!/bin/sh\\necho reactui \(version)\\n' >reactui-1/bin/reactui; chmod 755 reactui-1/bin/reactui
      echo MIT >reactui-1/share/doc/reactui/LICENSE
      tar -czf "$2" reactui-1; rm -r reactui-1; sha256sum "$2" >SHA256SUMS
      """, "sh", folder.path, archive.lastPathComponent,
    ])
    #expect(made.isWell, "\(made.text)")
    try body(Place(folder: folder, archive: archive))
  }

  @Test func anArchiveIsInstalledAndAnotherTakesItsPlace() throws {
    try withRelease { place in
      let said = try install(place)
      #expect(
        said.isWell && said.text.contains("reactui is installed: \(place.program.path) (reactui 1.0.0)"), "\(said.text)"
      )
      #expect(said.text.contains("/bin is not in PATH"))
      #expect(try run([place.program.path]).text == "reactui 1.0.0\n")
      try withRelease(version: "1.0.1") { newer in
        let said = try install(newer, into: place.prefix)
        let version = try run([place.program.path]).text
        #expect(said.isWell && version == "reactui 1.0.1\n")
      }
      let bin = try FileManager.default.contentsOfDirectory(atPath: place.prefix.appending(path: "bin").path)
      #expect(bin == ["reactui"])
    }
  }

  @Test func anArchiveThatWasCutOrChangedIsRefused() throws {
    try withRelease { place in
      let whole = try Data(contentsOf: place.archive)
      for damaged in [whole.prefix(whole.count / 2), whole + [0], Data()] {
        try damaged.write(to: place.archive)
        let said = try install(place)
        #expect(!said.isWell && said.text.contains("is not what was released: it was cut or changed on its way"))
        #expect(!FileManager.default.fileExists(atPath: place.prefix.path))
      }
    }
  }

  @Test func anArchiveWithoutItsSumIsRefused() throws {
    try withRelease { place in
      let sums = place.folder.appending(path: "SHA256SUMS")
      try Data("\(String(repeating: "0", count: 64))  another.tar.gz\n".utf8).write(to: sums)
      #expect(try install(place).text.contains("SHA256SUMS says nothing of reactui-1.0.0-linux-"))
      try FileManager.default.removeItem(at: sums)
      #expect(try install(place).text.contains("SHA256SUMS is missing beside reactui-1.0.0-linux-"))
      #expect(!FileManager.default.fileExists(atPath: place.prefix.path))
    }
  }

  @Test func anArchiveForAnotherMachineIsRefused() throws {
    try withRelease(machine: "sparc64") { place in
      let said = try install(place)
      #expect(!said.isWell && said.text.contains("is not for this machine, which is "), "\(said.text)")
    }
  }

  /// The loader would say "version `GLIBC_9.99' not found".
  @Test func aLibraryThatIsTooOldIsTold() throws {
    try withRelease(libc: "9.99") { place in
      let said = try install(place)
      #expect(!said.isWell && said.text.contains("reactui needs glibc 9.99 or later"), "\(said.text)")
      #expect(said.text.contains("and this system has 2."))
    }
  }

  @Test func aPlaceThatCannotBeWrittenToIsTold() throws {
    try withRelease { place in
      try Data().write(to: place.folder.appending(path: "file"))
      let said = try install(place, into: place.folder.appending(path: "file/usr"))
      #expect(!said.isWell && said.text.contains("/file/usr/bin cannot be written to: name a folder of yours"))
    }
  }
}
