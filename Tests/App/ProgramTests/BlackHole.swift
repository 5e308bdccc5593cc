import Foundation

/// A server that leaves its clients in the dark, at a port of the loopback interface.
final class BlackHole {
  enum Kind {
    /// Connecting neither succeeds nor fails: the kernel drops what comes, since the queue of connections is full.
    case unanswered
    /// The kernel accepts connections, and nobody ever says anything on them.
    case silent
  }

  let port: Int
  private let kind: Kind
  private let listener: Int32
  /// What fills the queue of ``Kind/unanswered``.
  private var filling: Int32?

  init(_ kind: Kind) throws {
    self.kind = kind
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, isUnanswered) = (listener, kind == .unanswered)
    var filling: Int32?
    // The C library takes every kind of address through a pointer to the general one; it is used within the calls only.
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, length) == 0, listen(listener, isUnanswered ? 0 : 64) == 0,
          getsockname(listener, address, &length) == 0
        else { return false }
        guard isUnanswered else { return true }
        // A queue for none still takes one.
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        filling = descriptor
        return connect(descriptor, address, length) == 0
      }
    }
    self.filling = filling
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isListening else { throw TerminalSession.Failed(description: String(cString: strerror(errno))) }
  }

  deinit {
    close(listener)
    if let filling { close(filling) }
  }

  /// How many connections to it are being tried, or wait for its word (`/proc/net/tcp`, proc(5)).
  var victims: Int {
    get throws {
      // Not with `String(contentsOfFile:)`, which ends after the first page of such a file.
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp"))
      let table = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      let state = kind == .unanswered ? "02" : "01"
      let here = "0100007F:" + String(port, radix: 16, uppercase: true).leftPadded(to: 4)
      return table.split(separator: "\n").dropFirst().count { line in
        let fields = line.split(separator: " ")
        return fields.count > 3 && fields[2] == here && fields[3] == state
      }
    }
  }

  /// Options that make the dashboard ask it for everything.
  ///
  /// - Parameter isSecure: over TLS.
  func options(isSecure: Bool, webSocket: Bool) -> String {
    let base = "127.0.0.1:\(port)"
    let http = isSecure ? "https" : "http"
    let feed = webSocket ? (isSecure ? "wss" : "ws") : http
    return
      "--stack-exchange-url \(http)://\(base)/2.3 --wiki-url \(feed)://\(base)/ --conair-url \(http)://\(base)/data/"
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }
}
