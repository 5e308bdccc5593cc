import Foundation
import Model
import Signals
import Testing
import Text

@testable import Storage

/// Files that a person names: written as a whole or not at all.
@Suite struct DiskTextFilesTests {
  private let folder: TemporaryFolder
  private let files: DiskTextFiles
  private var root: String { folder.url.path }

  init() throws {
    folder = try TemporaryFolder()
    files = DiskTextFiles(home: folder.url.path, directory: folder.url.path, on: ImmediateScheduler())
  }

  private func write(_ path: String, _ text: String = "a\n", replaces: Bool = false) async -> Result<
    SafeText, FileRefusal
  > {
    await files.write(TextFile(path: path, text: text, replaces: replaces)).materializeResults().only
  }

  private func content(_ name: String) -> String? { try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8) }
  private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted() }
  private func mode(_ name: String) -> Int? {
    ((try? FileManager.default.attributesOfItem(atPath: "\(root)/\(name)"))?[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test(arguments: ["a.csv", "~/a.csv", "./a.csv"]) func aFileIsWrittenWhereItIsNamed(path: String) async throws {
    #expect(try await write(path).get().string.hasSuffix("a.csv"))
    #expect(content("a.csv") == "a\n" && names == ["a.csv"], "and nothing is left beside it")
    let mask = umask(0)
    umask(mask)
    #expect(mode("a.csv") == Int(0o666 & ~mask))
  }

  @Test func aFileThatIsThereIsReplacedOnlyIfThatIsAsked() async throws {
    try Data("before".utf8).write(to: folder.url.appending(path: "a"))
    chmod("\(root)/a", 0o640)
    let refusal = FileRefusal(
      "“\(SafeText(label: root))/a” is there already", file: TextFile(path: "a", text: "new"), mayReplace: true)
    #expect(await write("a", "new") == .failure(refusal))
    #expect(content("a") == "before")
    _ = try await write("a", "new", replaces: true).get()
    #expect(content("a") == "new" && mode("a") == 0o640 && names == ["a"])
  }

  @Test func aLinkStaysALink() async throws {
    try Data("before".utf8).write(to: folder.url.appending(path: "a"))
    try FileManager.default.createSymbolicLink(atPath: "\(root)/b", withDestinationPath: "a")
    _ = try await write("b", "new", replaces: true).get()
    #expect(content("a") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/b") == "a")
  }

  @Test func aLinkThatLeadsNowhereIsNotReplaced() async throws {
    try FileManager.default.createSymbolicLink(atPath: "\(root)/b", withDestinationPath: "none/a")
    let sentence = "\(root)/b is a link to \(root)/none/a, which is not there"
    for replaces in [false, true] {
      guard case .failure(let refusal) = await write("b", "new", replaces: replaces) else {
        Issue.record("it was written")
        return
      }
      #expect(refusal.sentence.string == sentence && !refusal.mayReplace)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/b") == "none/a" && names == ["b"])
  }

  @Test func eachFailureHasASentence() async throws {
    try FileManager.default.createDirectory(atPath: "\(root)/folder", withIntermediateDirectories: false)
    try Data().write(to: folder.url.appending(path: "file"))
    let here = SafeText(label: root)
    let long = String(repeating: "x", count: 300)
    for (path, sentence) in [
      ("folder", "“\(here)/folder” is a directory: add a name for the file"),
      ("folder/", "A name for the file is missing"), ("none/a", "There is no directory “\(here)/none/”"),
      ("none/\u{301}a", "There is no directory “\(here)/none/”"),
      ("file/a", "“\(here)/file/” is no directory"),
      ("/dev/full", "“/dev/full” is no ordinary file: choose another name"),
      (long, "This name is too long for a file"),
    ] as [(String, SafeText)] {
      for replaces in [false, true] {
        guard case .failure(let refusal) = await write(path, replaces: replaces) else {
          Issue.record("\(path) was written")
          continue
        }
        #expect(refusal.sentence == sentence && !refusal.mayReplace)
      }
    }
    #expect(names == ["file", "folder"] && content("file") == "")
  }

  /// Which a test cannot cause on every machine, for instance because it runs as root.
  @Test(
    arguments: [
      (ENOSPC, "No space is left in “/x/”"), (EDQUOT, "No space is left in “/x/”"),
      (EACCES, "No permission to write in “/x/”"), (EROFS, "Nothing can be written in “/x/”: it is read-only"),
      (EFBIG, "“/x/a” would be larger than files may be"), (EIO, "“/x/a” was not written: Input/output error"),
    ] as [(Int32, SafeText)]) func eachCodeHasASentence(code: Int32, sentence: SafeText)
  {
    let refusal = DiskTextFiles.refusal(code, TextFile(path: "/x/a", text: ""), "“/x/a”", folder: "“/x/”")
    #expect(refusal.sentence == sentence && !refusal.mayReplace)
  }
}
