import Foundation
import NIOCore
import NIOPosix
import NetTesting
import Signals
import Testing

/// A server of another project, which runs for as long as a test holds it.
final class PeerProcess: Sendable {
  private let process = Process()
  private let folder: URL?

  /// Starts a program and waits until it says that it is ready.
  ///
  /// - Parameters:
  ///   - readiness: What is in the line on standard error by which the program says so.
  ///   - folder: A folder that is removed in the end.
  init(_ path: String, _ arguments: [String], readiness: String, folder: URL? = nil) async throws {
    self.folder = folder
    let errors = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    let (lines, sent) = AsyncStream.makeStream(of: String.self)
    let said = Shared("")
    errors.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      guard !data.isEmpty else {
        handle.readabilityHandler = nil
        return sent.finish()
      }
      sent.yield(
        said.withLock { text in
          text += String(decoding: data, as: UTF8.self)
          return text
        })
    }
    try process.run()
    var last = ""
    for await text in lines {
      last = text
      if text.contains(readiness) { return }
    }
    Issue.record("\(path) has ended: \(last)")
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { stop() }
    folder.map { try? FileManager.default.removeItem(at: $0) }
  }

  /// A port that was free a moment ago.
  static func port() throws -> Int {
    let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0)
      .wait()
    defer { try? channel.close().wait() }
    return try #require(channel.localAddress?.port)
  }

  /// What a program prints that ends by itself.
  static func run(
    _ path: String, _ arguments: [String], input: String = ""
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    let (inwards, outwards) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    (process.standardInput, process.standardOutput, process.standardError) = (inwards, outwards, outwards)
    try process.run()
    try inwards.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inwards.fileHandleForWriting.close()
    let output = try outwards.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

/// A real Prometheus that asks its targets once a second.
struct RealPrometheus {
  let process: PeerProcess
  let address: URL

  /// - Parameters:
  ///   - targets: Where pages stand, by the names of their jobs.
  ///   - options: Further words for its command line.
  ///   - users: A file that says who may ask.
  init(
    targets: [String: Int], prefix: String = "", options: [String] = [], users: String? = nil
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "prometheus-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let jobs = targets.sorted { $0.key < $1.key }.map { name, port in
      "  - { job_name: \(name), static_configs: [{ targets: ['127.0.0.1:\(port)'] }] }\n"
    }
    let settings = "global: { scrape_interval: 1s, scrape_timeout: 1s }\nscrape_configs:\n\(jobs.joined())"
    try Data(settings.utf8).write(to: folder.appending(path: "prometheus.yml"))
    let port = try PeerProcess.port()
    address = try #require(URL(string: "http://127.0.0.1:\(port)\(prefix)"))
    var arguments = [
      "--config.file=\(folder.path)/prometheus.yml", "--storage.tsdb.path=\(folder.path)/data",
      "--web.listen-address=127.0.0.1:\(port)", "--web.external-url=\(address)",
    ]
    if let users {
      try Data(users.utf8).write(to: folder.appending(path: "web.yml"))
      arguments.append("--web.config.file=\(folder.path)/web.yml")
    }
    process = try await PeerProcess(
      "/usr/bin/prometheus", arguments + options, readiness: "Server is ready to receive web requests", folder: folder)
  }
}
