import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
import NIOSSL
import Text

extension ServiceError {
  /// What an error of the network libraries means to a person.
  ///
  /// - Parameters:
  ///   - proxy: Who was to make the connection, if not this program itself.
  ///   - plainScheme: What to try instead where the server has no TLS: `ws` for a WebSocket.
  init(transport error: any Error, host: SafeText, proxy: SafeText? = nil, plainScheme: SafeText = "http") {
    switch error {
    case let error as ServiceError:
      self = error
    case let error as HTTPClientError:
      self = Self.http(error, host: host)
    case let error as NIOConnectionError:
      self = Self.connection(error, host: proxy.map { "\(host) (proxy \($0))" } ?? host, plainScheme)
    case let error as NIOHTTP1ProxyConnectHandler.Error:
      self = Self.proxy(error, host: host)
    case let error as IOError:
      self = Self.system(error, host: host)
    case let error as HTTPParserError where error == .invalidEOFState:
      self = .connectionLost(host: host)
    case let violation as ProtocolViolation:
      self = .malformedAnswer(host: host, detail: violation.detail)
    case is HTTPParserError:
      self = .malformedAnswer(host: host, detail: "not HTTP")
    case ChannelError.connectTimeout:
      self = .timedOut(host: host, seconds: Transport.connectSeconds)
    case is ChannelError, is KeptConnection.Lost:
      self = .connectionLost(host: host)
    case NIOSSLError.uncleanShutdown:
      self = .connectionLost(host: host)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self = .unreachable(host: host, reason: TLSFailure.reason(error, plainScheme: plainScheme))
    case is SocketAddressError:
      self = .unreachable(host: host, reason: "no such host")
    default:
      self = .unreachable(host: host, reason: SafeText(oneLine: String(describing: error)))
    }
  }

  private static func http(_ error: HTTPClientError, host: SafeText) -> ServiceError {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .readTimeout, .deadlineExceeded:
      .timedOut(host: host, seconds: Transport.connectSeconds)
    case .remoteConnectionClosed, .cancelled:
      .connectionLost(host: host)
    case .proxyAuthenticationRequired: .unreachable(host: host, reason: proxyWantsPassword)
    case .invalidProxyResponse: .unreachable(host: host, reason: proxyRefuses)
    case .httpProxyHandshakeTimeout: .timedOut(host: host, seconds: Transport.connectSeconds)
    case .invalidURL, .emptyHost, .emptyScheme:
      .unreachable(host: host, reason: "the address is no URL of a server")
    default:
      .unreachable(host: host, reason: SafeText(oneLine: error.description))
    }
  }

  private static let proxyWantsPassword: SafeText = "the proxy wants a name and a password (HTTPS_PROXY)"
  private static let proxyRefuses: SafeText = "the proxy does not make the connection"

  private static func proxy(_ error: NIOHTTP1ProxyConnectHandler.Error, host: SafeText) -> ServiceError {
    typealias Failure = NIOHTTP1ProxyConnectHandler.Error
    // Each one holds the source location where it was created; `==` compares only the kind.
    if error == Failure.proxyAuthenticationRequired() { return .unreachable(host: host, reason: proxyWantsPassword) }
    if error == Failure.httpProxyHandshakeTimeout() {
      return .timedOut(host: host, seconds: Transport.connectSeconds)
    }
    if error == Failure.remoteConnectionClosed() { return .connectionLost(host: host) }
    return .unreachable(host: host, reason: proxyRefuses)
  }

  /// A connection is tried at every address of a host; the first failure speaks for all.
  private static func connection(
    _ error: NIOConnectionError, host: SafeText, _ plainScheme: SafeText
  ) -> ServiceError {
    guard let first = error.connectionErrors.first else {
      return .unreachable(host: host, reason: "no such host")
    }
    return ServiceError(transport: first.error, host: host, plainScheme: plainScheme)
  }

  private static func system(_ error: IOError, host: SafeText) -> ServiceError {
    switch error.errnoCode {
    case ECONNRESET, EPIPE, ENOTCONN: .connectionLost(host: host)
    case ECONNREFUSED: .unreachable(host: host, reason: "connection refused")
    case ENETUNREACH, EHOSTUNREACH: .unreachable(host: host, reason: "no route to it")
    case ETIMEDOUT: .timedOut(host: host, seconds: Transport.connectSeconds)
    case let code: .unreachable(host: host, reason: SafeText(oneLine: String(cString: strerror(code))))
    }
  }

  /// Whether nothing was heard of the service at all: neither a status line nor a handshake.
  var isUnreachable: Bool {
    switch self {
    case .unreachable, .timedOut, .connectionLost: true
    case .httpStatus, .malformedAnswer, .refused, .inTrouble, .challenged, .throttled, .pauseRequested, .notFound: false
    }
  }
}
