import Text

/// The wikis whose events are shown.
public struct WikiSelection: Sendable, Hashable {
  /// The maximum number of wikis that can be named.
  public static let limit = 50

  /// The word that stands for all wikis where wikis are named.
  public static let allWord = "all"

  /// The names of their databases, without repetitions, in the person's order; empty for all wikis.
  public let names: [String]
  private let set: Set<String>

  /// - Parameter names: Repeated names are left out.
  public init(_ names: [String]) {
    var set: Set<String> = []
    self.names = names.filter { set.insert($0).inserted }
    self.set = set
  }

  public static let all = WikiSelection([])
  public static let english = WikiSelection(["enwiki"])

  public var isAll: Bool { names.isEmpty }
  /// Whether events need to show their wiki.
  public var isSeveral: Bool { names.count != 1 }

  public func contains(_ name: String) -> Bool { isAll || set.contains(name) }

  /// `enwiki`, `enwiki, dewiki`, `4 wikis` or `all wikis`.
  public var label: SafeText {
    switch names.count {
    case 0: "all wikis"
    case 1...3: SafeText(oneLine: names.joined(separator: ", "))
    default: "\(names.count) wikis"
    }
  }
}
