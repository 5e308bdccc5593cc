import Foundation
import Locks
import Text

/// The web page that a cell leads to, by its number in a table shared by all cells, so that equal links have equal numbers.
///
/// The table is bounded, because foreign text must not make it grow without limit, and entries are never removed, because a
/// canvas may contain the number. When it is full, further targets become no links; their addresses are still in the text.
public struct CellLink: Sendable, Hashable {
  public let number: UInt16

  static let bitCount: UInt64 = 12
  /// The longest target in bytes. Terminals ignore longer ones; the lowest limit is VTE's 2083.
  static let limit = 2_000

  init(number: UInt16) { self.number = number }

  /// A cell without a link.
  public static let none = CellLink(number: 0)

  /// - Returns: ``none`` for a text that is not a web address.
  public init(to target: SafeText) { self = Self.address(target).map(LinkTable.shared.link) ?? .none }

  /// The address in printable ASCII without spaces; `nil` for ``none``.
  public var address: String? { LinkTable.shared.address(of: self) }

  /// Returns an address that may stand in an escape sequence: everything but printable ASCII is percent-encoded.
  static func address(_ target: SafeText) -> String? {
    let lowercase = target.string.prefix(8).lowercased()
    guard lowercase.begins(with: "https://") || lowercase.begins(with: "http://") else { return nil }
    var address = ""
    for byte in target.string.utf8 {
      if (0x21..<0x7F).contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += byte < 0x10 ? "%0" : "%"
        address += String(byte, radix: 16, uppercase: true)
      }
    }
    return address.utf8.count <= limit ? address : nil
  }
}

/// The table of all addresses that cells lead to.
private final class LinkTable: Sendable {
  static let shared = LinkTable()

  private struct Table {
    var addresses: [String] = []
    var numbers: [String: UInt16] = [:]
  }

  private let table = LockedState(Table())

  func link(to address: String) -> CellLink {
    table.withLock { table in
      if let number = table.numbers[address] { return CellLink(number: number) }
      guard table.addresses.count + 1 < 1 << CellLink.bitCount else { return .none }
      table.addresses.append(address)
      let number = UInt16(table.addresses.count)
      table.numbers[address] = number
      return CellLink(number: number)
    }
  }

  func address(of link: CellLink) -> String? {
    link == .none ? nil : table.withLock { $0.addresses[Int(link.number) - 1] }
  }
}
