import Foundation
import Glibc
import Model
import Text

/// An address of IPv6 with the interface of this machine through which it is reached: `[fe80::1%25eth0]` (RFC 6874).
struct ScopedAddress: Sendable, Hashable {
  /// As it stands in a URL, without brackets: `fe80::1%25eth0`.
  let host: String
  /// The address alone, which is what a server may be told of it (RFC 6874, §3).
  let address: String
  /// The interface, by name or number.
  let zone: String

  /// The form that the system resolves (RFC 4007, §11), with the interface's number: by name glibc takes it only for the
  /// addresses of a link. `fe80::1%2`.
  ///
  /// - Returns: `nil` if this machine has no such interface.
  var systemForm: String? { index.map { "\(address)%\($0)" } }

  /// The number of the interface at this moment.
  private var index: UInt32? {
    let index = if_nametoindex(zone)
    if index != 0 { return index }
    guard let number = UInt32(zone) else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(IF_NAMESIZE)) { name in
      if_indextoname(number, name.baseAddress) == nil ? nil : number
    }
  }

  /// - Returns: `nil` for the address of any other server.
  init?(_ url: URL) {
    guard let host = url.host(percentEncoded: true), host.contains(":"), let percent = host.firstIndex(of: "%") else {
      return nil
    }
    self.host = host
    address = String(host[..<percent])
    // A `%` that stands for itself is read too, as curl does.
    let rest = host[percent...]
    let written = rest.begins(with: "%25") ? rest.dropFirst(3) : rest.dropFirst()
    zone = written.removingPercentEncoding ?? String(written)
  }

  /// - Throws: `ServiceError.unreachable` if this machine has no such interface.
  func check(host: SafeText) throws(ServiceError) {
    guard index == nil else { return }
    throw .unreachable(host: host, reason: "this machine has no network interface \(SafeText(label: zone))")
  }
}
