import Dispatch
import Foundation
import Glibc
import Model
import Signals
import Synchronization

@testable import Clients
@testable import Station

// Whole stacks, over loopback: our client is answered with the input, and our station asked with it.

let sockets: [Target] = [
  Target("client", texts: answers) { bytes in
    player.answer.withLock { $0 = bytes }
    let isOver = DispatchSemaphore(value: 0)
    let request = HTTPRequest(url: "http://127.0.0.1:\(player.port)/a")
    transport.answer(to: request, on: QueueScheduler(name: "fuzz")) { answer throws(ServiceError) in answer.body.count }
      .startWithResult { result in
        if case .failure(let error) = result { error.read() }
        isOver.signal()
      }
    check(isOver.wait(timeout: .now() + 10) == .success, "neither an answer nor an error")
  },
  Target("station", texts: requests) { bytes in
    let client = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    connect(client, to: station)
    for piece in bytes.pieces {
      guard piece.withUnsafeBytes({ send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }) > 0 else {
        break
      }
    }
    // The station hangs up once it has read that there is no more.
    shutdown(client, CInt(SHUT_WR))
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var answer = [UInt8](repeating: 0, count: 64 << 10)
    var count = 0
    var total = 0
    repeat {
      count = recv(client, &answer, answer.count, 0)
      total += max(count, 0)
    } while count > 0 && total < 16 << 20
    check(count >= 0 || errno != EAGAIN, "the connection is still open")
  },
]

private let transport = Transport(version: "0", projectURL: "https://example.org")

/// Answers each connection with the same bytes, and hangs up.
private let player = Player()

private final class Player: Sendable {
  let answer = Mutex<[UInt8]>([])
  let port: UInt16

  init() {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      // As C has it: the general address is the beginning of each kind.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        check(bind(listener, address, length) == 0 && listen(listener, 16) == 0, "no port")
        getsockname(listener, address, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      var request = [UInt8](repeating: 0, count: 4_096)
      while true {
        let connection = accept(listener, nil, nil)
        guard recv(connection, &request, request.count, 0) > 0 else {
          close(connection)
          continue
        }
        let answer = answer.withLock { $0 }
        answer.withUnsafeBytes { _ = send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        close(connection)
      }
    }
  }
}

/// The port of a station that invents nothing by itself.
private let station: UInt16 = {
  var configuration = Station.Configuration()
  configuration.pace = .manual
  configuration.timeZone = .gmt
  configuration.names = [Authority("x:80")].compactMap(\.self)
  configuration.now = { .moment }
  let station = Station(configuration: configuration)
  // It runs as long as the process.
  running.withLock { $0 = station }
  guard let port = try? station.start().port, let port = UInt16(exactly: port) else { fatalError("no port") }
  return port
}()

private let running = Mutex<Station?>(nil)

private func loopback(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  return address
}

private func connect(_ client: CInt, to port: UInt16) {
  var address = loopback(port: port)
  let isConnected = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  check(isConnected, "no connection: \(String(cString: strerror(errno)))")
}

private let answers = [
  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\nall of it",
  "HTTP/1.1 099 x\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 000 x\r\n\r\n", "HTTP/1.1 101 x\r\n\r\n",
  "HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 302 x\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 429 x\r\nRetry-After: 9\r\nContent-Length: 2\r\n\r\nno", "HTTP/1.1 204 x\r\n\r\nHTTP/1.1 204 x\r\n\r\n",
  "HTTP/1.1 304 x\r\nContent-Length: 5\r\n\r\n", "\r\n\r\n", "HTTP/2 200\r\n\r\n",
]

private let requests = [
  "GET / HTTP/1.1\r\nHost: x:80\r\n\r\n",
  "GET /2.3/questions?site=stackoverflow&sort=hot&pagesize=2 HTTP/1.1\r\nHost: x:80\r\n\r\n",
  "GET /data/?start=2026-11-20T11:00:00Z&stop=2026-11-20T12:00:00Z&step=60000 HTTP/1.1\r\nHost: x:80\r\n\r\n",
  "POST /data HTTP/1.1\r\nHost: x:80\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n{\"temperature\": 21.5}",
  "GET /wiki HTTP/1.1\r\nHost: x:80\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
    + "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  "GET /v2/stream/mediawiki.recentchange HTTP/1.1\r\nHost: x:80\r\nLast-Event-ID: [{\"topic\":\"x\"}]\r\n\r\n",
  "GET /w/api.php?action=query&list=recentchanges&format=json HTTP/1.1\r\nHost: x:80\r\nAccept-Encoding: gzip\r\n\r\n",
  "GET /w/rest.php/v1/revision/1/compare/2 HTTP/1.1\r\nHost: x:80\r\nOrigin: http://evil\r\n\r\n",
  "GET /metrics HTTP/1.1\r\nHost: x:80\r\n\r\nHEAD / HTTP/1.0\r\nHost: x:80\r\n\r\n",
  "GET http://[::1]:80/%00?%zz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "POST /data HTTP/1.1\r\nHost: x:80\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2]\r\n0\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x:80\r\n\r\n",
  "GET /2.3/search/advanced?q=swift&tagged=c;d&page=99999999999999999999 HTTP/1.1\r\nHost: x:80\r\nAuthorization: Bearer x\r\n\r\n",
]
