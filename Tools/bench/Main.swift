import Foundation
import Processes

// Prints what `make bench` shows: for each promise about speed and size, the goal and the measured value.
//
// The program is measured from outside, as a person experiences it: on a pseudo-terminal, through the protocols of its
// built-in server, and by the kernel's accounting in /proc. docs/FIGURES.md describes each measurement.
//
//   bench PATH [--only NAME]

@main
enum Main {
  static func main() {
    StandardStream.prepare()
    do {
      try run()
    } catch {
      StandardStream.tell("bench: \((error as? StreamError)?.sentence ?? "\(error)")")
      exit(1)
    }
  }

  /// Replaces the last line on a terminal.
  private static func showProgress(_ line: String) {
    if StandardStream.error.isTerminal { try? StandardStream.error.write("\r\u{1B}[K\(line)") }
  }

  private static func run() throws {
    let arguments = try Arguments(CommandLine.arguments.dropFirst())
    let measurements: [any Measurement] = [
      StartMeasurement(program: arguments.program),
      KeyMeasurement(program: arguments.program),
      BytesMeasurement(program: arguments.program),
      IdleMeasurement(program: arguments.program),
      LoadMeasurement(program: arguments.program),
      FactsMeasurement(program: arguments.program),
      StreamMeasurement(),
      MemoryMeasurement(),
      FilterMeasurement(),
      ReadingMeasurement(),
      CacheMeasurement(),
      SearchMeasurement(),
      ChartMeasurement(),
    ]
    let chosen = measurements.filter { arguments.only == nil || $0.name == arguments.only }
    guard !chosen.isEmpty else {
      let names = measurements.map(\.name).joined(separator: ", ")
      throw Failure("there is no measurement \(arguments.only ?? ""); there are \(names)")
    }
    var table = FigureTable()
    var failures: [String] = []
    for measurement in chosen {
      showProgress("measuring: \(measurement.name) …")
      do {
        table.figures += try measurement.measure()
      } catch {
        failures.append("\(measurement.name) could not be measured: \(error)")
      }
    }
    showProgress("")
    if !table.figures.isEmpty { try StandardStream.output.write(table.text) }
    if !failures.isEmpty { throw Failure(failures.joined(separator: "; ")) }
  }
}

/// The command line.
struct Arguments {
  /// The program to measure.
  var program: String
  /// The only measurement to take; `nil` for all.
  var only: String?

  init(_ arguments: some Sequence<String>) throws {
    var program: String?
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if argument == "--only", let name = rest.next() {
        only = name
      } else if program == nil, !argument.hasPrefix("-") {
        program = argument
      } else {
        throw Failure("usage: bench PATH [--only NAME]")
      }
    }
    guard let program else { throw Failure("usage: bench PATH [--only NAME]") }
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure("\(program) is no program that can be run; `make bench` builds it")
    }
    self.program = program
  }
}
