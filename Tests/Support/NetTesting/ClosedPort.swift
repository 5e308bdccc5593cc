import Glibc

/// A port of this machine at which nobody listens, and nobody will while the tests run: a socket has taken it that does
/// not listen either. The port of a server that has stopped would soon be another test's.
package enum ClosedPort {
  package static let number: Int = {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The C library takes every kind of address through a pointer to the general one; it is used within the calls only.
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    precondition(isBound, "no port of the loopback interface could be taken")
    return Int(UInt16(bigEndian: address.sin_port))
  }()
}
