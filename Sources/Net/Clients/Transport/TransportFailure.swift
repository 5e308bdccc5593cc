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
  /// Creates the error for an error of the network libraries.
  ///
  /// - Parameters:
  ///   - proxy: The proxy of the connection, if there is one.
  ///   - plainScheme: The scheme to try if the server has no TLS: `ws` for a WebSocket.
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
    // Each value contains the source location where it was created; `==` compares only the kind.
    if error == Failure.proxyAuthenticationRequired() { return .unreachable(host: host, reason: proxyWantsPassword) }
    if error == Failure.httpProxyHandshakeTimeout() {
      return .timedOut(host: host, seconds: Transport.connectSeconds)
    }
    if error == Failure.remoteConnectionClosed() { return .connectionLost(host: host) }
    return .unreachable(host: host, reason: proxyRefuses)
  }

  /// A connection is tried at every address of a host; the first failure is reported.
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

  /// Whether there was no sign of the service: neither a status line nor a handshake.
  package var isUnreachable: Bool {
    switch self {
    case .unreachable, .timedOut, .connectionLost: true
    case .httpStatus, .malformedAnswer, .refused, .inTrouble, .challenged, .throttled, .pauseRequested, .notFound,
      .unusableVariable:
      false
    }
  }
}
