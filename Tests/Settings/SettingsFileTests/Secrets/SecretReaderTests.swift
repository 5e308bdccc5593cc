import Assembly
import Foundation
import Model
import Signals
import SignalsTesting
import Testing

@testable import SettingsFile

/// Where secrets come from, and what is said where they do not.
@Suite(.timeLimit(.minutes(2))) struct SecretReaderTests {
  private let folder = WatchedFolder()
  /// Its time stands still unless a test moves it.
  private let clock = TestScheduler()

  private func read(
    _ source: SecretSource, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async -> Result<Secret, SecretError> {
    let reading = SecretReader(environment: environment, features: Features.settings, clock: clock).secret(from: source)
      .materializeResults()
    for await result in reading.values { return result }
    return .failure(SecretError("nothing was sent"))
  }

  private func value(_ source: SecretSource) async throws -> String { try await read(source).get().value }

  private func complaint(_ source: SecretSource, environment: [String: String] = [:]) async -> String? {
    switch await read(source, environment: environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }) {
    case .success: nil
    case .failure(let error): error.sentence.string
    }
  }

  private func shell(_ script: String) -> SecretSource { .command(["sh", "-c", script]) }

  // MARK: Programs

  @Test func aProgramsFirstLineIsTheSecret() async throws {
    #expect(try await value(.command(["printf", #"  s3cret \r\nuser: me\n"#])) == "s3cret")
  }

  /// As some editors write it.
  @Test func aByteOrderMarkIsNoPartOfASecret() async throws {
    #expect(try await value(.command(["printf", #"\357\273\277s3cret\n"#])) == "s3cret")
    try folder.write("\u{FEFF}s3cret\n", to: "secret")
    chmod(folder.path("secret"), 0o600)
    #expect(try await value(.file(folder.path("secret"))) == "s3cret")
    let secret = try await read(.environment("SECRET"), environment: ["SECRET": "\u{FEFF}s3cret"]).get()
    #expect(secret.value == "s3cret")
  }

  /// What its child process would still write is not known, and a part of a secret is none.
  @Test func aFirstLineThatIsNotOverIsNoSecret() async throws {
    #expect(try await value(shell("printf s3cret")) == "s3cret", "nothing can follow")
    #expect(try await value(shell("echo s3cret; sleep 60 & exit 0")) == "s3cret")
    #expect(
      await complaint(shell("printf s3c; sleep 60 & exit 0"))
        == "sh ended before its first line did, so the secret may be cut off")
  }

  @Test func aProgramIsFoundInTheHomeFolder() async throws {
    // A link, since the kernel runs no file that is open for writing, be it in a child that another test is just starting.
    try FileManager.default.createSymbolicLink(atPath: folder.path("secret"), withDestinationPath: "/bin/echo")
    let environment = ["HOME": folder.path(""), "PATH": "/usr/bin:/bin"]
    let secret = try await read(.command(["~/secret", "~/kept"]), environment: environment).get().value
    // Its arguments are its own affair.
    #expect(secret == "~/kept")
  }

  @Test func wordsReachTheProgramAsTheyAre() async throws {
    #expect(try await value(.command(["printf", "%s", "$(id)`id`;*"])) == "$(id)`id`;*")
  }

  @Test func aProgramHasAnEmptyInputAndNoTerminal() async throws {
    #expect(try await value(shell(#"read x || echo empty"#)) == "empty")
    #expect(try await value(shell(#"(: > /dev/tty) 2> /dev/null && echo terminal || echo none"#)) == "none")
    #expect(try await value(shell(#"ps -o sid= -p $$ | tr -d ' ' | grep -qx \#(getsid(0)) || echo own"#)) == "own")
  }

  /// gpg would draw on the terminal that this names.
  @Test func aProgramIsNotToldOfTheTerminal() async throws {
    let environment = ProcessInfo.processInfo.environment.merging(["GPG_TTY": "/dev/pts/1", "KEPT": "yes"]) { $1 }
    #expect(try await read(shell(#"echo "$KEPT-${GPG_TTY-none}""#), environment: environment).get().value == "yes-none")
  }

  /// The program's own secrets are none of its business.
  @Test func aProgramGetsNoSecrets() async throws {
    let names = [
      "REACTUI_STACK_EXCHANGE_KEY", "REACTUI_CONAIR_TOKEN", "REACTUI_STACK_EXCHANGE_URL", "REACTUI_WIKI_URL",
      "REACTUI_CONAIR_URL",
    ]
    var environment = Dictionary(uniqueKeysWithValues: names.map { ($0, "s3cret") })
    environment.merge(["PATH": "/usr/bin:/bin", "REACTUI_THEME": "dark"]) { $1 }
    let script = "env | grep -c s3cret; echo $REACTUI_THEME >&2; exit 1"
    #expect(await complaint(shell(script), environment: environment) == "sh ended with status 1: dark")
    // grep ends with status 1 where it counts none.
    #expect(
      try await read(shell("echo count-$(env | grep -c s3cret)"), environment: environment).get().value == "count-0")
    #expect(environment.withoutSecrets == ["PATH": "/usr/bin:/bin", "REACTUI_THEME": "dark"])
  }

  @Test func theTableKnowsWhichVariablesHoldSecrets() {
    let table = SettingsTable(SettingsVocabulary(commands: [], features: Features.settings))
    let secrets = table.settings.filter { $0.keys.contains { $0.name.hasSuffix("-command") } }
    #expect(!secrets.isEmpty && secrets.allSatisfy { table.secretVariables.contains($0.variable ?? "") })
    let addresses = table.settings.compactMap(\.variable).filter { $0.hasSuffix("_URL") }
    #expect(!addresses.isEmpty && table.secretVariables.isSuperset(of: addresses))
  }

  @Test(arguments: [
    ("echo 'gpg: no such key' >&2; echo more >&2; exit 2", "sh ended with status 2: gpg: no such key"),
    ("exit 1", "sh ended with status 1"),
    ("kill -9 $$", "sh was ended by signal 9"),
    ("true", "sh printed nothing on its first line"),
    ("printf '\\n\\ns3cret\\n'", "sh printed nothing on its first line"),
    ("printf 'pass phrase\\n'", "sh printed characters that no key has"),
    ("printf 'st\\n'", "sh printed fewer than 3 letters, which is too short for a secret"),
    ("echo t; echo 'stop it' >&2; exit 1", "sh ended with status 1: stop it"),
    ("head -c 5000 /dev/zero | tr '\\0' x", "sh prints more than 4096 bytes, which is no secret"),
    ("yes", "sh prints more than 4096 bytes, which is no secret"),
  ])
  func whatIsWrongIsSaid(script: String, sentence: String) async {
    #expect(await complaint(shell(script)) == sentence)
  }

  @Test func aComplaintIsSafeToShow() async {
    let text = await complaint(shell("printf '\\033[31mred\\033[0m\\n' >&2; exit 3"))
    #expect(text?.contains("red") == true && text?.utf8.contains(0x1B) == false)
  }

  @Test func aProgramThatIsNotThereIsNamed() async {
    #expect(
      await complaint(.command(["no-such-program", "x"])) == "no-such-program cannot be run: No such file or directory")
    #expect(await complaint(.command([folder.path("")]))?.contains("Permission denied") == true)
  }

  /// A program that fails may say what it has printed.
  @Test func aComplaintDoesNotRepeatTheSecret() async {
    #expect(await complaint(shell("echo s3cret; echo bad s3cret >&2; exit 1")) == "sh ended with status 1: bad …")
    #expect(
      await complaint(shell("echo s3cret; printf 's3cret\\314\\201' >&2; exit 1")) == "sh ended with status 1: …\u{301}"
    )
  }

  @Test func aProgramThatTakesTooLongIsEndedWithItsChildren() async throws {
    // The pipe ends when nobody is left who could write into it.
    let pipe = folder.path("alive")
    #expect(mkfifo(pipe, 0o600) == 0)
    let script = "exec 3>'\(pipe)'; sleep" + " 1000 3>&3 & sleep" + " 1000"
    let reading = SecretReader(environment: ["PATH": "/usr/bin:/bin"], features: Features.settings, clock: clock)
      .secret(from: shell(script))
    let (ends, end) = AsyncStream.makeStream(of: SecretError.self)
    let start = reading.startWithFailed { end.yield($0) }
    let alive = try FileHandle(forReadingFrom: URL(filePath: pipe))
    clock.advance(by: .seconds(10))
    for await error in ends {
      #expect(error.sentence == "sh has not printed a secret within 10 s")
      break
    }
    #expect(try alive.readToEnd()?.isEmpty ?? true)
    start.dispose()
  }

  @Test func whoNoLongerWantsTheSecretEndsTheProgram() async throws {
    let pipe = folder.path("alive")
    #expect(mkfifo(pipe, 0o600) == 0)
    let script = "exec 3>'\(pipe)'; sleep" + " 1000"
    let start = SecretReader(environment: ["PATH": "/usr/bin:/bin"], features: Features.settings, clock: clock).secret(
      from: shell(script)
    ).start()
    // Opened on both ends: the program runs.
    let alive = try FileHandle(forReadingFrom: URL(filePath: pipe))
    start.dispose()
    #expect(try alive.readToEnd()?.isEmpty ?? true)
  }

  @Test func aProgramThatIsLeftBehindIsNotWaitedFor() async throws {
    #expect(try await value(shell("sleep" + " 1000 & echo s3cret; echo $! > '\(folder.path("child"))'")) == "s3cret")
    let child = try #require(folder.text(of: "child").flatMap { pid_t($0.trimmingCharacters(in: .newlines)) })
    #expect(kill(child, SIGKILL) == 0)
  }

  /// What is written last and the end of a pipe come at once, over and over.
  @Test func programsThatEndAtOnceAreAllRead() async throws {
    let reader = SecretReader(
      environment: ProcessInfo.processInfo.environment, features: Features.settings, clock: clock)
    let words = (0..<100).map { "secret\($0)" }
    // One is started by the end of another, and the test resumes once: other tests that keep the pool's threads busy do not
    // hold up each program.
    let secrets = SignalProducer<String, SecretError>(words)
      .flatMap(.concurrent(limit: 4)) { word -> SignalProducer<String, SecretError> in
        reader.secret(from: .command(["printf", "%s", word])).map { $0.value }
      }
      .collect()
    var read: [String] = []
    for try await values in secrets.values { read = values }
    #expect(read.sorted() == words.sorted())
  }

  // MARK: Files

  @Test func aFileOfItsOwnersHoldsASecret() async throws {
    try folder.write("\n s3cret \n", to: "key")
    #expect(chmod(folder.path("key"), 0o600) == 0)
    #expect(try await value(.file(folder.path("key"))) == "s3cret")
  }

  @Test func aFileMayBeNamedFromTheHome() async throws {
    try folder.write("s3cret", to: "key")
    #expect(chmod(folder.path("key"), 0o600) == 0)
    #expect(try await read(.file("~/key"), environment: ["HOME": folder.path("")]).get().value == "s3cret")
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o777])
  func aFileThatOthersCanReadIsRefusedWithWhatToDo(mode: Int) async throws {
    try folder.write("s3cret", to: "a key")
    #expect(chmod(folder.path("a key"), mode_t(mode)) == 0)
    let path = folder.path("a key")
    #expect(
      await complaint(.file(path)) == "chmod 600 '\(path)': others than its owner have access to it")
  }

  @Test func whatIsNoFileWithASecretIsSaid() async throws {
    let path = folder.path("key")
    #expect(await complaint(.file(path)) == "\(path) cannot be read: No such file or directory")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(await complaint(.file(path)) == "\(path) is no file that holds a secret")
    #expect(await complaint(.file(folder.path("")))?.hasSuffix("is no file that holds a secret") == true)
    try folder.remove("key")
    for text in ["", " \n", String(repeating: "x", count: 5_000)] {
      try folder.write(text, to: "key")
      #expect(chmod(path, 0o600) == 0)
      #expect(await complaint(.file(path)) == "\(path) must hold one secret, of 4096 bytes at most")
    }
    try folder.write("two words", to: "key")
    #expect(await complaint(.file(path)) == "\(path) holds characters that no key has")
    try folder.write(" t\n", to: "key")
    #expect(await complaint(.file(path)) == "\(path) holds fewer than 3 letters, which is too short for a secret")
  }

  // MARK: The environment

  @Test func aVariableHoldsASecret() async throws {
    #expect(try await read(.environment("KEY"), environment: ["KEY": " s3cret "]).get().value == "s3cret")
    #expect(await complaint(.environment("KEY")) == "the variable KEY is not set")
    #expect(await complaint(.environment("KEY"), environment: ["KEY": ""]) == "the variable KEY is not set")
    #expect(
      await complaint(.environment("KEY"), environment: ["KEY": "s3cret ä"])
        == "the variable KEY holds characters that no key has")
    #expect(
      await complaint(.environment("KEY"), environment: ["KEY": "ht"])
        == "the variable KEY holds fewer than 3 letters, which is too short for a secret")
  }

  @Test func aFileThatFailsWhenItIsReadIsNotEmpty() async throws {
    // Its owner's alone, and its first byte belongs to no memory.
    let sentence = await complaint(.file("/proc/self/mem"))
    #expect(sentence?.hasPrefix("/proc/self/mem cannot be read: ") == true, "\(sentence ?? "nothing")")
  }
}
