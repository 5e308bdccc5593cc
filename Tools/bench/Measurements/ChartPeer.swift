import Foundation

/// MinMaxLTTB of tsdownsample, the fastest known downsampling of long series, if Python has it.
///
/// It processes all points for every picture, while an index is built once.
enum ChartPeer {
  private static let script = """
    from sys import stdout
    from time import thread_time
    from numpy import arange, cumsum, float64
    from numpy.random import default_rng
    from tsdownsample import MinMaxLTTBDownsampler
    count = 10_000_000
    values = cumsum(default_rng(1).uniform(-0.1, 0.1, count))
    times = arange(count, dtype=float64)
    sampler = MinMaxLTTBDownsampler()
    def run():
        begin = thread_time()
        sampler.downsample(times, values, n_out=240)
        return thread_time() - begin
    run()
    stdout.write(str(count / min(run() for _ in range(5))))
    """

  /// Returns nothing if Python or the library is missing.
  static func figures() -> [Figure] {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", script]
    let output = Pipe()
    python.standardOutput = output
    python.standardError = FileHandle.nullDevice
    guard (try? python.run()) != nil, let answer = try? output.fileHandleForReading.readToEnd() else { return [] }
    python.waitUntilExit()
    let text = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let rate = Double(text) else { return [] }
    return [
      Figure(
        what: "  beside it, MinMaxLTTB of tsdownsample", measured: "\((rate / 1e6).text(0)) M", repetitions: "5")
    ]
  }
}
