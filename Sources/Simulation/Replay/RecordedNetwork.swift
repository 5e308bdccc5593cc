import Clients
import Foundation
import Model
import NIOCore
import NIOEmbedded
import Recording
import Signals
import SignalsTesting
import Text

/// The network of a session that is played again: each request gets the bytes that the same one got when it was recorded, at
/// the same time.
// Unchecked: all of it runs on the thread that moves the clock.
final class RecordedNetwork: Wire, @unchecked Sendable {
  /// A request of the recording, with what came back.
  struct Exchange {
    var request: RecordingLine.Request
    /// Heads, pieces and the end, in the order of their times.
    var lines: [RecordingLine] = []
  }

  /// The port that takes the place of the demonstration's.
  static let demonstration = (host: "127.0.0.1", port: 1)

  let reading: any Scheduler
  private let clock: TestScheduler
  private let start: Date
  private let address = RecordedAddress()
  /// The requests that have not been made yet, by their label, in the order of the recording.
  private var waiting: [String: [Exchange]] = [:]
  private var channels: [EmbeddedChannel] = []
  /// Of the answers that had not ended when the session did; a signal whose observer is gone is interrupted.
  private var open: [Signal<WirePart, AttemptFailure>.Observer] = []
  /// The requests that the recording has no answer for, and when they were made.
  private(set) var unanswered: [(label: String, date: Date)] = []

  init(_ session: RecordedSession, clock: TestScheduler, start: Date) {
    (self.clock, self.start) = (clock, start)
    reading = ReadingClock(clock, session, start: start)
    var exchanges: [Int: Exchange] = [:]
    var order: [Int] = []
    for line in session.lines {
      if let request = line.request, exchanges[request.number] == nil {
        exchanges[request.number] = Exchange(request: request)
        order.append(request.number)
      } else if let number = line.head?.of ?? line.bytes?.of ?? line.end?.of {
        exchanges[number]?.lines.append(line)
      }
    }
    for exchange in order.compactMap({ exchanges[$0] }) {
      waiting[label(exchange.request.method, exchange.request.url), default: []].append(exchange)
    }
  }

  /// The number of requests that were recorded and not made again.
  var unusedCount: Int { waiting.values.reduce(0) { $0 + $1.count } }

  /// What makes two requests the same: without secrets, which the recording does not have, and without times.
  private func label(_ method: String, _ url: String) -> String {
    let known = address.text(url, demonstrationPort: Self.demonstration.port)
    return method + " " + RecordedAddress.timeless(RecordedAddress.withoutSecrets(known))
  }

  private func take(_ method: String, _ url: String) -> Exchange? {
    let label = label(method, url)
    guard var exchanges = waiting[label], !exchanges.isEmpty else {
      unanswered.append((label, clock.currentDate))
      return nil
    }
    let first = exchanges.removeFirst()
    waiting[label] = exchanges
    return first
  }

  // MARK: Wire

  func attempt(_ request: WireRequest) -> SignalProducer<WirePart, AttemptFailure> {
    SignalProducer { [self] observer, lifetime in
      guard let exchange = take(request.method, request.url) else {
        return observer.send(error: .failed(Self.notRecorded(request.url)))
      }
      if exchange.lines.last?.end == nil { open.append(observer) }
      deliver(exchange, until: lifetime) { line in
        if let head = line.head {
          observer.send(value: .head(status: head.status, headers: head.headers.map { ($0[0], $0[1]) }))
        } else if let bytes = line.bytes?.content {
          observer.send(value: .body(bytes))
        } else if let end = line.end {
          switch end.wireEnd {
          case .complete: observer.sendCompleted()
          case .failed(let failure): observer.send(error: failure)
          // The client gives it up again.
          case .cancelled, nil: break
          }
        }
      }
    }
  }

  func connect(to url: URL) -> SignalProducer<WireChannel, ServiceError> {
    SignalProducer { [self] observer, _ in
      guard let exchange = take("GET", url.absoluteString), let key = exchange.request.key, let nowhere = Self.nowhere
      else {
        return observer.send(error: Self.notRecorded(url.absoluteString))
      }
      let (lifetime, token) = Lifetime.make()
      guard exchange.lines.contains(where: { $0.bytes != nil }) else {
        // It never connected.
        deliver(exchange, until: lifetime) { line in
          _ = token
          if case .failed(let failure) = line.end?.wireEnd { observer.send(error: failure.error) }
        }
        return
      }
      let channel = EmbeddedChannel()
      // An embedded channel is connected at once.
      channel.connect(to: nowhere, promise: nil)
      channels.append(channel)
      advanceChannels()
      observer.send(value: WireChannel(channel, key: key))
      observer.sendCompleted()
      deliver(exchange, until: lifetime) { [unowned self] line in
        _ = token
        guard channel.isActive else { return }
        advanceChannels()
        if let bytes = line.bytes?.content {
          // What is wrong with the bytes goes through the pipeline, as on a socket.
          _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
        } else if case .failed(let failure) = line.end?.wireEnd {
          channel.pipeline.fireErrorCaught(failure.error)
          channel.close(promise: nil)
        } else if case .complete = line.end?.wireEnd {
          channel.close(promise: nil)
        }
        while (try? channel.readOutbound(as: ByteBuffer.self)) != nil {}
      }
    }
  }

  private static let nowhere = try? SocketAddress(ipAddress: "127.0.0.1", port: 1)

  private static func notRecorded(_ url: String) -> ServiceError {
    .unreachable(
      host: SafeText(oneLine: URLComponents(string: url)?.host ?? ""), reason: "the recording has no answer to this")
  }

  /// Moves the clocks of the channels' loops to that of the program.
  func advanceChannels() {
    channels.removeAll { !$0.isActive }
    let elapsed = UInt64(max(0, clock.currentDate.timeIntervalSince(start)) * 1e9)
    for channel in channels {
      channel.embeddedEventLoop.advanceTime(to: .uptimeNanoseconds(elapsed))
      channel.embeddedEventLoop.run()
    }
  }

  /// Hands each line over at its time, or at once if that has passed.
  private func deliver(_ exchange: Exchange, until lifetime: Lifetime, _ handOver: @escaping (RecordingLine) -> Void) {
    guard let line = exchange.lines.first else { return }
    let date = start.addingTimeInterval(Double(line.microseconds) / 1e6)
    // Only the clock's thread runs it.
    nonisolated(unsafe) let handOver = handOver
    let rest = Exchange(request: exchange.request, lines: Array(exchange.lines.dropFirst()))
    clock.schedule(after: date) { [weak self] in
      guard !lifetime.hasEnded else { return }
      handOver(line)
      self?.deliver(rest, until: lifetime, handOver)
    }
  }
}
