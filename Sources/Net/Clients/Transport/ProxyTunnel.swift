import NIOCore
import NIOExtras
import NIOHTTP1

/// A connection through an HTTP proxy for protocols other than AsyncHTTPClient's HTTP.
enum ProxyTunnel {
  /// Asks the proxy for a connection (`CONNECT`). After success the channel behaves as if it were connected to the host
  /// itself, and has no handlers left from this.
  static func make(
    through proxy: Proxy, in channel: any Channel, toHost host: String, port: Int
  ) -> EventLoopFuture<Void> {
    let target = host.contains(":") ? "[\(host)]" : host
    var headers = HTTPHeaders([("Host", "\(target):\(port)")])
    if let authorization = proxy.authorization {
      headers.add(name: "Proxy-Authorization", value: authorization)
    }
    let fields = headers
    let isConnected = channel.eventLoop.makePromise(of: Void.self)
    return channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let codec: [any RemovableChannelHandler] = [
        AnswerOverhead(), HTTPRequestEncoder(),
        ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes)),
      ]
      for handler in codec { try pipeline.addHandler(handler) }
      try pipeline.addHandler(
        NIOHTTP1ProxyConnectHandler(
          targetHost: target, targetPort: port, headers: fields,
          deadline: .now() + .seconds(Int64(Transport.connectSeconds)), promise: isConnected))
      let handlers = NIOLoopBound(codec, eventLoop: channel.eventLoop)
      return isConnected.futureResult.flatMap {
        let pipeline = channel.pipeline.syncOperations
        return EventLoopFuture.andAllSucceed(
          handlers.value.map { pipeline.removeHandler($0) }, on: channel.eventLoop)
      }
    }
    .flatMap { $0 }
  }
}
