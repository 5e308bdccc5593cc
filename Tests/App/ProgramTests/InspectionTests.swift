import Foundation
import Testing

/// What Tools/Linking/inspect says of a binary, before it is installed. The binaries are of a few lines of C, linked by what links the
/// release, or without it.
@Suite struct InspectionTests {
  private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Tools/Linking")

  private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    let child = try ChildProcess(
      ["sh", "-c", #"exec "$@" 2>&1"#, "sh"] + arguments, environment: path.merging(environment) { $1 })
    let output = try child.output.readToEnd() ?? Data()
    child.finish()
    return String(decoding: output, as: UTF8.self)
  }

  /// Compiles and links a program as the release is, with further arguments, and inspects it.
  private func inspect(
    _ arguments: [String] = [], linker: String? = tools.appending(path: "ld").path,
    _ environment: [String: String] = [:]
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-inspect-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "a.c")
    try Data(
      """
      #include <math.h>
      #include <string.h>
      static const char *const names[] = {"a", "b"};
      int main(int count, char **words) {
        char copy[64];
        memcpy(copy, words[0], (size_t)count);
        return copy[count % 3] + names[count & 1][0] + (int)hypot(count, 2);
      }
      """.utf8
    ).write(to: source)
    let program = folder.appending(path: "a")
    let linking = linker.map { ["--ld-path=\($0)"] } ?? ["-fuse-ld=lld", "-Wl,-z,lazy"]
    let said = try run(
      [Self.tools.appending(path: "clang").path, "-O2", "-fPIE", "-pie", source.path, "-lm", "-o", program.path]
        + linking + arguments, ["TMPDIR": folder.path, "REACTUI_ORDER": ""])
    #expect(FileManager.default.fileExists(atPath: program.path), "\(said)")
    return try run([Self.tools.appending(path: "inspect").path, program.path], environment)
  }

  @Test func whatTheReleasesLinkerLinksIsAsPromised() throws {
    #expect(try inspect() == "")
  }

  @Test func aLibraryThatIsNewerThanPromisedIsTold() throws {
    #expect(try inspect([], ["FLOOR": "2.17"]).contains("and 2.17 is promised: "))
    #expect(try inspect(["-Wl,-z,pack-relative-relocs"]).contains("has packed relocations, which only glibc 2.36"))
  }

  @Test func whatIsEasierToAttackIsTold() throws {
    #expect(try inspect(linker: nil).contains("binds functions while it runs"))
    #expect(try inspect(["-Wl,-z,norelro"], linker: nil).contains("leaves writable what is only read (no RELRO)"))
    #expect(try inspect(["-Wl,-z,execstack"]).contains("has a stack that can be executed"))
    #expect(try inspect(["-Wl,-rpath,/tmp"]).contains("looks for libraries in a folder of its own (RPATH)"))
    #expect(try inspect(["-no-pie"]).contains("is always loaded at the same address (no PIE)"))
    #expect(try inspect(["-no-pie", "-static", "-Wl,--omagic"], linker: nil).contains("writable and executable"))
    #expect(try inspect(["-fno-stack-protector"]).contains("has no function that guards its stack"))
    #expect(try inspect(["-U_FORTIFY_SOURCE"]).contains("has no call that checks sizes"))
  }
}
