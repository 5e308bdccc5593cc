import Foundation
import Glibc

/// What reads bytes from outside: each is fed by libFuzzer until it crashes, hangs or needs too much memory.
///
///     fuzz TARGET CORPUS SAMPLES [libFuzzer's options]
///
/// `fuzz` alone prints the targets' names.
@main
struct Fuzz {
  static let targets = payloads + streams + texts + environments + sockets

  /// Which one this process runs. Set once, before libFuzzer is started.
  nonisolated(unsafe) static var target = targets[0]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 3, let target = targets.first(where: { $0.name == arguments[1] }) else {
      for target in targets { print(target.name) }
      return
    }
    Self.target = target
    try target.writeSeeds(into: URL(filePath: arguments[2]), samples: URL(filePath: arguments[3]))
    // libFuzzer gets the program's name, the corpus and the options. It keeps pointers into them for as long as it runs.
    var words = ([arguments[0], arguments[2]] + arguments[4...]).map { strdup($0) }
    var count = CInt(words.count)
    words.withUnsafeMutableBufferPointer { words in
      // Never empty: the program's name is in it.
      var start = words.baseAddress!
      exit(runDriver(&count, &start, feed))
    }
  }
}

/// libFuzzer's own loop.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// One input; libFuzzer's `main`, which is not used, wants it by this name.
@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The bytes are libFuzzer's, and only for the time of this call.
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let before = processorTime()
  Fuzz.target.run(input)
  guard processorTime() - before > longest else { return 0 }
  // The first time something may be made that is kept. So much is a hang only if it always takes so long.
  let again = processorTime()
  Fuzz.target.run(input)
  let time = processorTime() - again
  check(time <= longest, "this took \(Int(time * 1000)) ms")
  return 0
}

/// Seconds of a processor that one input may take.
private let longest = 0.1

/// The seconds of a processor that the process has had: another program that is busy counts for nothing.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Something that takes bytes.
struct Target: Sendable {
  var name: String
  /// The folders of Tests/Samples whose files are inputs to begin with.
  var samples: [String] = []
  /// Further inputs to begin with.
  var seeds: [[UInt8]] = []
  /// Takes an input in. What should never be is a failed precondition.
  var run: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, samples: [String] = [], seeds: [[UInt8]] = [], texts: [String] = [],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.samples = samples
    self.seeds = seeds + texts.map { Array($0.utf8) }
    self.run = run
  }

  /// Longer samples are left out: an input takes as long as it is.
  private static let sampleLimit = 32 << 10

  func writeSeeds(into corpus: URL, samples folder: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: corpus, withIntermediateDirectories: true)
    for (index, seed) in seeds.enumerated() { try Data(seed).write(to: corpus.appending(path: "seed-\(index)")) }
    for name in samples {
      for file in try files.contentsOfDirectory(at: folder.appending(path: name), includingPropertiesForKeys: nil) {
        guard let bytes = try? Data(contentsOf: file), bytes.count <= Self.sampleLimit else { continue }
        try bytes.write(
          to: corpus.appending(path: "\(name.split(separator: "/").last ?? "")-\(file.lastPathComponent)"))
      }
    }
  }
}

extension [UInt8] {
  /// The same bytes in pieces, whose lengths the bytes themselves decide.
  var pieces: [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    var seed = UInt32(truncatingIfNeeded: count) &+ 1
    while start < count {
      seed = (seed ^ UInt32(self[start])) &* 0x0100_0193
      let end = Swift.min(count, start + Int(seed >> 20) % 64 + 1)
      pieces.append(self[start..<end])
      start = end
    }
    return pieces
  }
}

/// What must hold of every input. The standard library's preconditions say nothing in an optimised build.
func check(_ holds: Bool, _ message: String) {
  if !holds { fatalError(message) }
}
