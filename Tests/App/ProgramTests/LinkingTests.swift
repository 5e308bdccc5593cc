import CBuild
import Foundation
import Testing

/// What the release's linker is asked for, depending on what the machine has.
@Suite struct LinkingTests {
  private static let linker = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Tools/Linking/ld")

  /// Links nothing, with a toolchain that has a linker of its own or not.
  ///
  /// - Parameter libc: What the C library's file holds; `nil` where there is none.
  /// - Returns: Which linker was called, and with what.
  private func call(
    libc: String?, hasOwnLinker: Bool = true, _ environment: [String: String] = [:]
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-linking-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let libraries = folder.appending(path: "usr/lib/swift_static/linux")
    try FileManager.default.createDirectory(at: libraries, withIntermediateDirectories: true)
    for place in ["usr/bin", "path"] where hasOwnLinker || place == "path" {
      let bin = folder.appending(path: place)
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      let linker = bin.appending(path: "ld.lld")
      try Data("#!/bin/sh\necho \(place) \"$@\"\n".utf8).write(to: linker)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: linker.path)
    }
    if let libc { try Data(libc.utf8).write(to: libraries.appending(path: "libc.so.6")) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let child = try ChildProcess(
      ["sh", "-c", #"exec "$@" 2>&1"#, "sh", Self.linker.path, "-L\(libraries.path)", "-lc"],
      environment: environment.merging(["PATH": "\(folder.appending(path: "path").path):\(path)"]) { $1 })
    let output = try child.output.readToEnd() ?? Data()
    child.finish()
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return lines.last.map(String.init) ?? ""
  }

  /// Ubuntu 22.04 cannot read packed relocations, whatever the library of the machine that builds can do.
  @Test func relocationsAreReadByAnyLibraryAndBoundAtTheStart() throws {
    for libc in ["GLIBC_2.36\0GLIBC_ABI_DT_RELR\0", "GLIBC_2.35\0", nil] {
      let words = try call(libc: libc)
      #expect(words.contains(" -z relro -z now") && !words.contains("pack-relative-relocs"), "\(words)")
    }
  }

  @Test func theOrderOfFunctionsCanBeLeftOutToCompare() throws {
    #expect(try call(libc: nil).contains("--symbol-ordering-file=/"))
    #expect(try !call(libc: nil, ["REACTUI_ORDER": ""]).contains("--symbol-ordering-file"))
  }

  @Test func swiftsOwnLinkerComesBeforeThatOfThePath() throws {
    #expect(try call(libc: nil).hasPrefix("usr/bin @"))
    #expect(try call(libc: nil, hasOwnLinker: false).hasPrefix("path @"))
  }

  /// The program that runs the tests has such a table too. What is given back can be read all the same: both times it is there.
  @Test func theLoadersTableIsGivenBack() {
    let bytes = build_forget_relocations()
    #expect(bytes > 0 && bytes % Int(getpagesize()) == 0)
    #expect(build_forget_relocations() == bytes)
  }
}
