import Foundation
import Text

/// Tells things of the same name apart.
public enum DistinctNames {
  /// A name, and what may be added to it, the best first: `nil` where there is nothing of that kind.
  public struct Candidate: Sendable {
    public var name: SafeText
    public var additions: [SafeText?]

    public init(_ name: SafeText, additions: [SafeText?] = []) {
      self.name = name
      self.additions = additions
    }
  }

  /// Returns the names, each different from the others and from those in `taken`, ignoring case. A name that is already
  /// different is not changed.
  ///
  /// A name that others have, too, gets the first addition in which all of them differ, as in `Attic (pi.local)`, or else a
  /// number, as in `Attic 2`.
  ///
  /// - Parameter limit: The most letters of a name. A name is shortened for its addition; an addition that leaves it less
  ///   than half of the letters is not used.
  public static func names(
    of candidates: [Candidate], besides taken: Set<SafeText> = [], limit: Int = 200
  ) -> [SafeText] {
    var names = candidates.map { shortened($0.name, to: limit) }
    let known = Set(taken.map(\.string).map { $0.lowercased() })
    let groups = Dictionary(grouping: names.indices) { names[$0].string.lowercased() }
    var used = known.union(groups.keys)
    for (name, group) in groups.sorted(by: { $0.value[0] < $1.value[0] })
    where group.count > 1 || known.contains(name) {
      let kinds = group.map { candidates[$0].additions.count }.min() ?? 0
      let told = (0..<kinds).lazy.map { kind in
        group.compactMap { joined(names[$0], with: candidates[$0].additions[kind], limit) }
      }.first { told in
        let folded = Set(told.map { $0.string.lowercased() })
        return folded.count == group.count && folded.isDisjoint(with: used)
      }
      var number = 1
      for (place, index) in group.enumerated() {
        if let told {
          names[index] = told[place]
        } else if place > 0 || known.contains(name) {
          // The first one keeps the name where nothing tells them apart.
          let base = names[index]
          repeat {
            number += 1
            names[index] = numbered(base, number, limit)
          } while used.contains(names[index].string.lowercased())
        }
        used.insert(names[index].string.lowercased())
      }
    }
    return names
  }

  private static func joined(_ name: SafeText, with addition: SafeText?, _ limit: Int) -> SafeText? {
    guard let addition, !addition.isEmpty else { return nil }
    let rest = limit - addition.string.count - 3
    return rest < limit / 2 && rest < name.string.count ? nil : "\(shortened(name, to: rest)) (\(addition))"
  }

  private static func numbered(_ name: SafeText, _ number: Int, _ limit: Int) -> SafeText {
    "\(shortened(name, to: limit - String(number).count - 1)) \(number)"
  }

  private static func shortened(_ name: SafeText, to limit: Int) -> SafeText {
    name.string.count <= limit ? name : SafeText(oneLine: name.string, limit: max(limit, 1))
  }
}
