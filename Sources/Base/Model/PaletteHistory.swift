/// What was chosen last in the palette, which begins with it.
public struct PaletteHistory: Sendable, Hashable {
  /// The number of choices that are remembered.
  public static let most = 5

  /// The identities of the choices, the latest first.
  public private(set) var ids: [String] = []

  /// - Parameter ids: The latest first. Beyond ``most`` they are left out.
  public init(_ ids: [String] = []) {
    for id in ids.prefix(Self.most).reversed() { note(id) }
  }

  public mutating func note(_ id: String) {
    ids.removeAll { $0 == id }
    ids.insert(id, at: 0)
    ids = Array(ids.prefix(Self.most))
  }
}
