import Foundation

/// The first line of a recording: the program, and what it was started with.
package struct RecordingHead: Codable, Sendable, Equatable {
  /// The number of this format. A reader refuses others.
  package static let currentFormat = 1
  /// What tells a recording from other files.
  package static let mark = "recording"

  package var reactui = Self.mark
  package var format = Self.currentFormat
  package var version: String
  package var build: String
  /// What a reader should know before the file is passed on.
  package var note: String
  /// The start by the clock of the machine, in milliseconds since 1970.
  package var time: Int
  /// Seconds east of UTC.
  package var utcOffset: Int
  package var terminal: Terminal
  package var options: Options
  /// Whether the bodies of questions, answers and comments are in the file, and the text of frames.
  package var bodies: Bool

  package struct Terminal: Codable, Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    package var isASCII: Bool
    package var colours: Int

    package init(columns: Int, rows: Int, isASCII: Bool, colours: Int) {
      (self.columns, self.rows, self.isASCII, self.colours) = (columns, rows, isASCII, colours)
    }
  }

  /// The options without secrets.
  package struct Options: Codable, Sendable, Equatable {
    package var demo = false
    package var live = false
    /// Whether state and cache of earlier sessions were used; they are not in the file.
    package var keepsState = true
    package var pane: String?
    /// The index of the first tab.
    package var tab: Int?
    /// The options that give an address, by name.
    package var addresses: [String: String] = [:]
    /// Whether there was a file of settings.
    package var hasSettings = false
    /// Whether the machine had thermometers of its own; what they measured is not in the file.
    package var hasSensors = false

    package init() {}
  }

  package init(
    version: String, build: String, time: Int, utcOffset: Int, terminal: Terminal, options: Options, bodies: Bool
  ) {
    (self.version, self.build, self.time, self.utcOffset) = (version, build, time, utcOffset)
    (self.terminal, self.options, self.bodies) = (terminal, options, bodies)
    note =
      "Holds what was typed, also into fields, and what servers answered, "
      + (bodies ? "with the texts of questions" : "without the texts of questions")
      + "; no keys, tokens or passwords of the settings."
  }
}

/// A line after the first: one thing that happened, and when.
package struct RecordingLine: Codable, Sendable, Equatable {
  /// Milliseconds since the start.
  package var t: Int
  /// Microseconds after that.
  package var u: Int?
  /// A key by its name, empty for one without a name.
  package var key: String?
  package var paste: String?
  package var mouse: Mouse?
  /// The screen has got another size: columns and rows.
  package var size: [Int]?
  /// The shell has stopped the program, or continued it.
  package var suspended: Bool?
  /// The settings in force, in the form of their file, with secrets masked.
  package var settings: String?
  package var request: Request?
  package var head: Head?
  package var bytes: Bytes?
  package var end: End?
  package var frame: Frame?
  /// When the interface has begun actions that had waited for its thread, in microseconds since the start; older ones than this
  /// line, and not in another one.
  package var actions: [Int]?
  /// When larger answers had been read; as ``actions``.
  package var readings: [Int]?
  /// The number of things that happened before and were not written, because the disk was too slow.
  package var lost: Int?
  /// The session has ended.
  package var over: Bool?

  /// - Parameter microseconds: The time since the start.
  package init(_ microseconds: Int) { (t, u) = (microseconds / 1000, microseconds % 1000) }

  package var microseconds: Int { t * 1000 + (u ?? 0) }

  package struct Mouse: Codable, Sendable, Equatable {
    package var action: String
    package var x: Int
    package var y: Int
    package var isDouble: Bool?
  }

  /// A request, or a connection of a WebSocket.
  package struct Request: Codable, Sendable, Equatable {
    package var number: Int
    package var method: String
    package var url: String
    package var body: String?
    /// The nonce of a WebSocket's handshake.
    package var key: String?
  }

  /// The head of an answer.
  package struct Head: Codable, Sendable, Equatable {
    /// The number of the request.
    package var of: Int
    package var status: Int
    package var headers: [[String]]
  }

  /// A piece of an answer, as text or in base64.
  package struct Bytes: Codable, Sendable, Equatable {
    package var of: Int
    package var text: String?
    package var base64: String?

    package init(of number: Int, _ bytes: [UInt8]) {
      of = number
      text = String(validating: bytes, as: UTF8.self)
      base64 = text == nil ? Data(bytes).base64EncodedString() : nil
    }

    /// `nil` if neither can be read.
    package var content: [UInt8]? {
      text.map { Array($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }.map(Array.init)
    }
  }

  /// The end of an answer or a connection.
  package struct End: Codable, Sendable, Equatable {
    package var of: Int
    /// `complete`, `cancelled`, or how it failed.
    package var how: String
    package var host: String?
    package var words: String?
    package var seconds: Int?
    /// Whether the server has never seen the request.
    package var unseen: Bool?
  }

  /// A picture that was shown.
  package struct Frame: Codable, Sendable, Equatable {
    /// The number of rows.
    package var rows: Int
    /// The rows that differ from the picture before, by number: their text, or its digest where texts are left out.
    package var changed: [String: String]
  }
}
