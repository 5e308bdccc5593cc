import Foundation

/// `reactui station` as a process of its own, on a free port.
final class StationProcess {
  private let process = Process()
  /// What it printed before it was ready.
  let announcement: String
  let port: Int

  init(database: String? = nil, port wanted: Int = 0, options: [String] = []) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["station", "--port", "\(wanted)"] + (database.map { ["--database", $0] } ?? []) + options
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("reactui --conair-url") && !text.contains("--token-file") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw TerminalSession.Failed(description: "the station did not start: \(text)") }
      text += String(decoding: data, as: UTF8.self)
    }
    announcement = text
    guard let match = text.firstMatch(of: /station on \S+:(\d+),/), let number = Int(match.1) else {
      throw TerminalSession.Failed(description: "no port in \(text)")
    }
    port = number
  }

  /// A station that can be killed and started again on the same port: one below those that the system gives to whoever
  /// asks for any (`ip_local_port_range` in ip(7)), as a connection of another test might get that one meanwhile.
  static func thatComesBack() throws -> StationProcess {
    for _ in 0..<20 {
      if let station = try? StationProcess(port: .random(in: 20_000..<32_000)) { return station }
    }
    return try StationProcess(port: .random(in: 20_000..<32_000))
  }

  var base: String { "127.0.0.1:\(port)" }

  /// Options that make the dashboard use this station as configured services.
  var options: String {
    "--stack-exchange-url http://\(base)/2.3 --wiki-url ws://\(base)/wiki --conair-url http://\(base)/data/"
  }

  var processID: pid_t { process.processIdentifier }

  /// Posts a reading, or an array of readings, and returns the status of the answer.
  func post(_ body: String) throws -> String {
    let status = try curl(["-o", "/dev/null", "-w", "%{http_code}", "-d", body, "http://\(base)/data"])
    return String(decoding: status, as: UTF8.self)
  }

  /// The body of the answer to a request.
  func get(_ path: String) throws -> Data { try curl(["http://\(base)\(path)"]) }

  private func curl(_ arguments: [String]) throws -> Data {
    let curl = Process()
    let output = Pipe()
    curl.executableURL = URL(filePath: "/usr/bin/env")
    curl.arguments = ["curl", "-s"] + arguments
    curl.standardOutput = output
    try curl.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    curl.waitUntilExit()
    return printed
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Ends it without a chance to tidy up.
  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { stop() }
  }
}
