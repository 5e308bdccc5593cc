import CBuild
import Foundation
import Processes
import Screen
import Simulation
import Text

// Runs the complete interface from a seed: actions of a person and answers of services, on a virtual clock. See
// docs/RELIABILITY.md.
//
//   simulate --seed N [--hours H] [--shrink]     one seed
//   simulate --minutes M [--seed N] [--hours H]  as many seeds as fit into the given minutes
//   simulate --script FILE [--shrink]            a script printed by --shrink
//
// It writes only to the standard streams, and for a third of the seeds to a temporary folder, which it removes.

@main
enum Main {
  static func main() {
    StandardStream.prepare()
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let isFine = try UI.run(options.run)
      exit(isFine ? 0 : 1)
    } catch {
      StandardStream.tell("simulate: \((error as? StreamError)?.sentence ?? "\(error)")")
      exit(64)
    }
  }
}

extension UI {
  /// Runs `body` on the interface's thread, which becomes the calling thread.
  fileprivate static func run(_ body: @UI () throws -> Bool) throws -> Bool {
    var isFine = false
    try run { () throws -> Void in
      isFine = try body()
      stop()
    }
    return isFine
  }
}

/// A mistake on the command line.
struct UsageMistake: Error, CustomStringConvertible {
  var description: String
}

struct Options {
  var seed: UInt64 = 1
  var hours = 1.0
  var minutes: Double?
  var script: Script?
  var shrinks = false

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      if name == "--shrink" {
        shrinks = true
        continue
      }
      if name == "--from" {
        throw UsageMistake(description: "play a recording with asciinema play FILE: simulate has no --from any more")
      }
      guard ["--seed", "--hours", "--minutes", "--script"].contains(name), let value = rest.popFirst() else {
        throw UsageMistake(
          description: "\(name) is none of --seed N, --hours H, --minutes M, --script FILE, --shrink")
      }
      if name == "--script" {
        do {
          script = try Script(text: String(contentsOfFile: value, encoding: .utf8))
        } catch let mistake as ScriptMistake {
          throw UsageMistake(description: "\(value): “\(mistake.line)” is no act")
        }
        continue
      }
      let number = Double(value).flatMap { $0.isFinite && (0...10_000).contains($0) ? $0 : nil }
      switch name {
      case "--seed":
        guard let seed = UInt64(value) else { throw UsageMistake(description: "\(value) is no seed") }
        self.seed = seed
      case "--hours": hours = try number ?? { throw UsageMistake(description: "\(value) is no number of hours") }()
      default: minutes = try number ?? { throw UsageMistake(description: "\(value) is no number of minutes") }()
      }
    }
  }

  @UI func run() throws -> Bool {
    if let script { return try play(script, named: "script", isLast: true) }
    func playSeed(_ seed: UInt64, isLast: Bool) throws -> Bool {
      try play(Script(seed: seed, seconds: Int(hours * 3600)), named: "seed \(seed)", isLast: isLast)
    }
    guard let minutes else { return try playSeed(seed, isLast: true) }
    let end = ContinuousClock.now + .seconds(60 * minutes)
    var count: UInt64 = 0
    var next = seed
    while ContinuousClock.now < end {
      defer { next += 1 }
      guard try playSeed(next, isLast: false) else { return false }
      count += 1
    }
    try StandardStream.output.write("\(count) seeds of \(hours) h each, from \(seed) on; all held\n")
    return true
  }

  @UI private func play(_ script: Script, named name: String, isLast: Bool) throws -> Bool {
    let begin = ContinuousClock.now
    let result = Simulation.play(script)
    if let failure = result.failure {
      let commit = String(cString: build_commit())
      let build = commit.isEmpty ? "" : ", build \(commit)"
      try StandardStream.output.write(
        "\(name)\(build), act \(failure.act) of \(script.acts.count): \(failure.sentence)\n")
      if shrinks { try shrink(script, failure) }
      try StandardStream.output.write("hash \(result.hash)\n")
      return false
    }
    guard isLast else { return true }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    // After the script, the world continues for 75 minutes, in which the program must recover from all failures.
    let times = Int((Double(script.duration) / 1000 + 4_500) / max(seconds, 1e-6))
    StandardStream.tell("\(result.turns) turns, \(result.frames) frames, \(times) times real time")
    try StandardStream.output.write("hash \(result.hash)\n")
    return true
  }

  /// Prints the shortest script with the same failure.
  @UI private func shrink(_ script: Script, _ failure: Simulation.Failure) throws {
    var cut = script
    cut.acts = Array(script.acts.prefix(failure.act + 1))
    // Only what fails after healing needs it, which takes longer than a script.
    let heals = failure.act >= script.acts.count
    func isSame(_ script: Script) -> Bool { Simulation.play(script, heals: heals).failure?.rule == failure.rule }
    let shortest = (isSame(cut) ? cut : script).shrunk { shorter in
      guard isSame(shorter) else { return false }
      StandardStream.tell("\(shorter.acts.count) acts")
      return true
    }
    try StandardStream.output.write(shortest.text)
  }
}
