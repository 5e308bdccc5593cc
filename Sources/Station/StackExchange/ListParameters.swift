import Foundation

/// The parameters common to lists of questions and answers.
///
/// Source: https://api.stackexchange.com/docs/paging, /docs/questions, /docs/min-max.
struct ListParameters: Sendable {
  enum Sort: String, Sendable {
    case activity, creation, votes, hot, week, month, relevance
  }

  enum Filter: String, Sendable {
    case standard = "default"
    /// With bodies.
    case withBody = "withbody"
    /// Only the number of items.
    case total
  }

  var site: String
  var page: Int
  var pageSize: Int
  var isDescending: Bool
  var sort: Sort
  var filter: Filter
  /// All of them are required.
  var tags: [String]
  /// At least one of them is required, if there are any.
  var anyTags: [String] = []
  /// Unix seconds of creation, both inclusive.
  var created: ClosedRange<Int64>

  /// - Parameters:
  ///   - hasKey: Whether the application has a key.
  ///   - sorts: The orders that the method supports; the first is the default.
  init(_ query: [String: String], hasKey: Bool = false, sorts: [Sort]) throws(APIError) {
    guard let site = query["site"], !site.isEmpty else { throw .badParameter("site is required") }
    guard SiteNames.contains(site) else { throw .badParameter("No site found for name `\(site)`") }
    self.site = site

    page = try Self.number("page", in: query, else: 1, allowed: 1...Int.max)
    pageSize = try Self.number("pagesize", in: query, else: 30, allowed: 0...100)
    if page > 25, !hasKey { throw .pageNeedsKey }
    isDescending = try Self.choice("order", in: query, of: ["desc": true, "asc": false], else: true)
    let known = Dictionary(uniqueKeysWithValues: sorts.map { ($0.rawValue, $0) })
    sort = try Self.choice("sort", in: query, of: known, else: sorts.first ?? .activity)
    let filters = Dictionary(uniqueKeysWithValues: [Filter.standard, .withBody, .total].map { ($0.rawValue, $0) })
    filter = try Self.choice("filter", in: query, of: filters, else: .standard, complaint: "Invalid filter specified")
    tags = (query["tagged"] ?? "").lowercased().split(separator: ";").map(String.init)

    let from = try Self.number("fromdate", in: query, else: 0, allowed: 0...Int.max)
    let to = try Self.number("todate", in: query, else: Int.max, allowed: 0...Int.max)
    guard from <= to else { throw .badParameter("todate") }
    created = Int64(from)...Int64(to)
  }

  private static func number(
    _ name: String, in query: [String: String], else missing: Int, allowed: ClosedRange<Int>
  ) throws(APIError) -> Int {
    guard let text = query[name] else { return missing }
    guard let number = Int(text), allowed.contains(number) else { throw .badParameter(name) }
    return number
  }

  private static func choice<Value>(
    _ name: String, in query: [String: String], of values: [String: Value], else missing: Value,
    complaint: String? = nil
  ) throws(APIError) -> Value {
    guard let text = query[name] else { return missing }
    guard let value = values[text.lowercased()] else { throw .badParameter(complaint ?? name) }
    return value
  }
}
