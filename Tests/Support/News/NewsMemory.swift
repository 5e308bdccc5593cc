import Model

/// What is remembered of the news.
public struct NewsMemory: RememberedPart {
  public var order = NewsOrder.newest

  public init() {}

  public init(_ rows: any StateRows, values: [String: String]) {
    order = values[NewsChange.orderName].flatMap(NewsOrder.init(rawValue:)) ?? .newest
  }

  public static var tables: [StateTable] { [] }
}

/// A change of what is remembered of the news.
public enum NewsChange: StateChange {
  case order(NewsOrder)

  fileprivate static let orderName = "news-order"

  public var key: [String]? { [Self.orderName] }

  public func write(to rows: any StateRows) throws {
    switch self {
    case .order(let order): try rows.set(Self.orderName, to: order.rawValue)
    }
  }
}
