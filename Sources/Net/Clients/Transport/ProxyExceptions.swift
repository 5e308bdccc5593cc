import Foundation
import NIOCore
import Text

/// The hosts that are reached without a proxy: a list of names and addresses separated by commas or spaces, as curl reads
/// `NO_PROXY` (https://everything.curl.dev/usingcurl/proxies/env.html). `*` means all hosts, `example.org` and `.example.org`
/// mean that host and its subdomains, and `10.0.0.0/8` a range of addresses. There are no other exceptions, not even the
/// loopback.
struct ProxyExceptions: Sendable, Hashable {
  private let patterns: [String]

  init(_ list: String) {
    patterns = list.split { $0 == "," || $0.isWhitespace }.map { Self.plain($0) }.filter { !$0.isEmpty }
  }

  func contain(_ host: String) -> Bool {
    if patterns == ["*"] { return true }
    let host = Self.plain(host[...])
    if let address = IPAddress(host) {
      return patterns.contains { pattern in
        let parts = pattern.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, let network = IPAddress(String(first)) else { return false }
        guard parts.count == 2 else { return network == address }
        return Int(parts[1]).map { address.begins(with: network, bits: $0) } ?? false
      }
    }
    return patterns.contains { host == $0 || host.ends(with: "." + $0) }
  }

  /// Returns whether a host is this machine itself (RFC 6761, §6.3; RFC 1122, §3.2.1.3; RFC 4291, §2.5.3).
  static func isLoopback(_ host: String) -> Bool {
    ProxyExceptions("localhost,127.0.0.0/8,::1").contain(host)
  }

  /// Returns the text in lower case, without dots around a name and brackets around an address.
  private static func plain(_ text: Substring) -> String {
    text.lowercased().trimmingCharacters(in: ["[", "]", "."])
  }
}

/// An IPv4 or IPv6 address as bytes.
private struct IPAddress: Hashable {
  let bytes: [UInt8]

  init?(_ text: String) {
    switch try? SocketAddress(ipAddress: text, port: 0) {
    case .v4(let address): bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
    case .v6(let address): bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
    case .unixDomainSocket, nil: return nil
    }
  }

  func begins(with network: IPAddress, bits: Int) -> Bool {
    guard bytes.count == network.bytes.count, (0...bytes.count * 8).contains(bits) else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> (bit % 8)
      return bytes[bit / 8] & mask == network.bytes[bit / 8] & mask
    }
  }
}
