import Foundation
import Synchronization

/// A relay before a server, at a port of the loopback interface, that fails as a test wants it to, at any stage of a connection.
///
/// Its connections block, each on a thread of its own.
final class FaultyRelay: Sendable {
  enum Fault: Sendable, Equatable {
    /// Nobody listens.
    case refused
    /// Connecting neither succeeds nor fails: the kernel drops what comes, since the queue of connections is full.
    case unanswered
    /// Connections are accepted, and nobody ever says anything on them.
    case silent
    /// Nothing goes through any more, on those that are there as well.
    case frozen
    /// The end of a connection at a stage, orderly or reset.
    case ends(Stage, isReset: Bool)
    /// The server's words stop after as many bytes; the connection stays.
    case stalls(after: Int)
    /// The server's words come one byte at a time, with as many seconds between them.
    case drips(TimeInterval)
    /// Each request gets these bytes for its answer, and then the connection's end.
    case says([UInt8])
    /// Each request gets the first bytes, and then the others again and again.
    case floods([UInt8], [UInt8])
    /// The head of the server's answer is let through, and then come these bytes, the second ones again and again.
    case usurps([UInt8], [UInt8])
    /// A request gets what stands for the longest beginning of its path, as a whole answer, and others a 404.
    case serves([String: [UInt8]])
  }

  /// A stage of a connection, on which the client and the server speak in turn. In a handshake of TLS 1.3 (RFC 8446, §2) the
  /// client's turns are its hello, and what it says when it believes the server.
  enum Stage: Sendable, Equatable {
    case accepted
    /// When the client has said something in this turn, which the server does not get.
    case spoken(turn: Int)
    /// After as many bytes of the server since that turn.
    case answering(Int, turn: Int = 1)
  }

  /// Whose turn it is on a connection.
  private final class Dialogue: Sendable {
    private struct State: Sendable {
      var isServers = true
      /// What the server had said before each of the client's turns, in bytes, and says in all.
      var before: [Int] = []
      var count = 0
    }

    private let state = Mutex(State())

    /// Notes that the client speaks, and returns the number of its turn.
    func clientSpeaks() -> Int {
      state.withLock { state in
        if state.isServers { state.before.append(state.count) }
        state.isServers = false
        return state.before.count
      }
    }

    /// Notes that the server speaks, and returns how much it had said since this turn; `nil` while that is to come.
    func serverSpeaks(_ count: Int, since turn: Int) -> Int? {
      state.withLock { state in
        defer {
          state.isServers = true
          state.count += count
        }
        return state.before.count < turn ? nil : state.count - state.before[turn - 1]
      }
    }
  }

  private struct State: Sendable {
    var fault: Fault?
    /// The server's port, at 127.0.0.1.
    var target = 0
    /// What listens, and for ``Fault/unanswered`` what fills its queue.
    var listeners: [Int32] = []
    /// The descriptors in use, to be shut down with the next fault.
    var connections: Set<Int32> = []
    /// The heads of the requests that were answered here.
    var heads: [String] = []
  }

  let port: Int
  private let family: Int32
  private let state = Mutex(State())

  /// - Parameter isIPv6: Whether to listen at `::1` alone, and not at 127.0.0.1 alone.
  init(isIPv6: Bool = false) throws {
    family = isIPv6 ? AF_INET6 : AF_INET
    // One below those that the system gives to whoever asks for any: it is let go of and taken again.
    var found: (port: Int, listener: Int32)?
    for _ in 0..<50 where found == nil {
      let port = Int.random(in: 20_000..<32_000)
      found = Socket.listening(family, port: port, queue: 64).map { (port, $0) }
    }
    guard let (port, listener) = found else { throw TerminalSession.Failed(description: "no port for a relay") }
    self.port = port
    accept(on: listener)
  }

  deinit { state.withLock { Self.end($0) } }

  /// What requests to a station name it, since it answers to its names only.
  var authority: String { family == AF_INET6 ? "[::1]:\(port)" : "127.0.0.1:\(port)" }

  /// Relays to the server at this port of 127.0.0.1.
  func connect(to target: Int) { state.withLock { $0.target = target } }

  var fault: Fault? { state.withLock { $0.fault } }

  /// The heads of the requests that were answered here and not by the server.
  var heads: [String] { state.withLock { $0.heads } }

  /// Fails like this from now on, or works again. Connections end, except where they freeze.
  func set(_ fault: Fault?) throws {
    state.withLock { state in
      // Before the lock is let go of: a descriptor that its user has closed meanwhile may be another one's.
      if fault != .frozen {
        Self.end(state)
        (state.listeners, state.connections) = ([], [])
      }
      state.fault = fault
    }
    guard fault != .frozen, fault != .refused else { return }
    let isUnanswered = fault == .unanswered
    guard let listener = Socket.listening(family, port: port, queue: isUnanswered ? 0 : 64) else {
      throw TerminalSession.Failed(description: "port \(port) is gone: \(String(cString: strerror(errno)))")
    }
    guard isUnanswered else { return accept(on: listener) }
    // A queue for none still takes one.
    let filling = Socket.connected(family, port: port)
    state.withLock { $0.listeners = [listener] + (filling.map { [$0] } ?? []) }
  }

  private static func end(_ state: State) {
    // Whoever uses a connection closes it, and `accept(on:)` what listens.
    for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
    for descriptor in state.listeners { shutdown(descriptor, Int32(SHUT_RDWR)) }
    if state.fault == .unanswered { for descriptor in state.listeners { close(descriptor) } }
  }

  // MARK: Connections

  private func accept(on listener: Int32) {
    state.withLock { $0.listeners = [listener] }
    Thread.detachNewThread { [weak self] in
      defer { close(listener) }
      while case let client = Glibc.accept(listener, nil, nil), client >= 0 {
        guard let self else {
          close(client)
          return
        }
        use(client) { self.serve(client, $0) }
      }
    }
  }

  /// Runs `body` on a thread with a descriptor, which then is closed.
  private func use(_ descriptor: Int32, _ body: @escaping @Sendable (Fault?) -> Void) {
    let fault = state.withLock { state in
      state.connections.insert(descriptor)
      return state.fault
    }
    Thread.detachNewThread { [self] in
      body(fault)
      state.withLock { _ = $0.connections.remove(descriptor) }
      close(descriptor)
    }
  }

  private func serve(_ client: Int32, _ fault: Fault?) {
    switch fault {
    case .refused, .unanswered, .silent:
      while !Socket.read(client).isEmpty {}
    case .ends(.accepted, let isReset):
      if isReset { Socket.reset(client) }
    case .says(let answer):
      self.answer(client) { _ in answer }
    case .serves(let answers):
      answer(client) { head in
        let path = head.split(separator: " ").dropFirst().first ?? ""
        let place = answers.keys.filter { path.hasPrefix($0) }.max { $0.count < $1.count }
        return place.flatMap { answers[$0] } ?? Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
      }
    case .floods(let head, let rest):
      guard readHead(client) != nil, Socket.write(head, to: client) else { return }
      while Socket.write(rest, to: client) {}
    case nil, .frozen, .ends, .stalls, .drips, .usurps: relay(client, fault)
    }
  }

  /// Answers a request, and ends the connection.
  private func answer(_ client: Int32, with answer: (_ head: String) -> [UInt8]) {
    guard let head = readHead(client) else { return }
    state.withLock { $0.heads.append(head) }
    _ = Socket.write(answer(head), to: client)
    // What is closed with something unread is reset, and the answer with it.
    shutdown(client, Int32(SHUT_WR))
    while !Socket.read(client).isEmpty {}
  }

  /// Reads up to the end of a request's head, and returns it; `nil` if the connection ends before.
  private func readHead(_ client: Int32) -> String? {
    var head: [UInt8] = []
    while case let bytes = Socket.read(client), !bytes.isEmpty {
      head += bytes
      let text = String(decoding: head, as: UTF8.self)
      if text.contains("\r\n\r\n") { return text }
    }
    return nil
  }

  private func relay(_ client: Int32, _ fault: Fault?) {
    guard let server = Socket.connected(AF_INET, port: state.withLock({ $0.target })) else { return }
    let dialogue = Dialogue()
    // A descriptor is closed when both threads are done with it: it may be another one's at once.
    let (here, there) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isReset = if case .ends(_, true) = fault { true } else { false }
    use(server) { [self] _ in
      while case let bytes = Socket.read(client), !bytes.isEmpty {
        let turn = dialogue.clientSpeaks()
        if case .ends(.spoken(turn: turn), _) = fault {
          if isReset { Socket.reset(client) }
          break
        }
        if self.fault != .frozen, !Socket.write(bytes, to: server) { break }
      }
      shutdown(server, Int32(SHUT_RDWR))
      there.signal()
      here.wait()
    }
    defer {
      // The other thread reads until then. What is to be reset must not end in an orderly way before.
      shutdown(client, Int32(isReset ? SHUT_RD : SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
      here.signal()
      there.wait()
    }
    while case let bytes = Socket.read(server), !bytes.isEmpty {
      guard self.fault != .frozen else { continue }
      guard pass(bytes, to: client, fault, dialogue) else { break }
    }
  }

  /// Passes on what the server has said.
  ///
  /// - Returns: Whether the connection goes on.
  private func pass(_ bytes: [UInt8], to client: Int32, _ fault: Fault?, _ dialogue: Dialogue) -> Bool {
    let turn = if case .ends(.answering(_, turn: let turn), _) = fault { turn } else { 1 }
    let before = dialogue.serverSpeaks(bytes.count, since: turn)
    switch fault {
    case .ends(.answering(let limit, turn: _), let isReset):
      guard let before, before + bytes.count > limit else { return Socket.write(bytes, to: client) }
      _ = Socket.write(bytes.prefix(max(0, limit - before)), to: client)
      if isReset { Socket.reset(client) }
      return false
    case .stalls(let limit):
      return Socket.write(bytes.prefix(max(0, limit - (before ?? 0))), to: client)
    case .usurps(let first, let rest):
      // A station writes a head at once.
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
        return Socket.write(bytes, to: client)
      }
      if Socket.write(bytes[..<end] + first, to: client) { while Socket.write(rest, to: client) {} }
      return false
    case .drips(let seconds):
      return bytes.allSatisfy { byte in
        Socket.holdBack(client, seconds)
        return self.fault == fault && Socket.write([byte], to: client)
      }
    default: return Socket.write(bytes, to: client)
    }
  }
}

/// The system's calls for connections that block, at the loopback interface.
private enum Socket {
  /// Calls `body` with an address of the loopback interface. The C library takes every kind of address through a pointer to the
  /// general one; it is used within the call only.
  private static func address<Result>(
    _ family: Int32, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    if family == AF_INET6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = in_port_t(port).bigEndian
      address.sin6_addr = in6addr_loopback
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
      }
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  private static func new(_ family: Int32) -> Int32 {
    socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  static func listening(_ family: Int32, port: Int, queue: Int32) -> Int32? {
    let descriptor = new(family)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    if family == AF_INET6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    guard address(family, port: port, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, queue) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  static func connected(_ family: Int32, port: Int) -> Int32? {
    let descriptor = new(family)
    guard address(family, port: port, { connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Waits for bytes; none at the end.
  static func read(_ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Says nothing for a time, unless the connection ends before.
  static func holdBack(_ descriptor: Int32, _ seconds: TimeInterval) {
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    _ = poll(&end, 1, Int32(seconds * 1_000))
  }

  /// Lets the connection be reset when it is closed: to end one that does not linger is to reset it.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
