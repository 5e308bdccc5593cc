import Model
import Text

/// What an expression computes from the metrics in it, as far as it matters for the unit: a multiple of a temperature and an
/// amount. Different metrics stand for the same temperature here, so that the mean of two is one, and the difference of two none.
struct QueryValue: Sendable, Hashable {
  /// A metric in the text of a query, with the labels that it must have.
  struct Metric: Sendable, Hashable {
    var name: String
    var labels: [String: String]
  }

  private enum Form: Sendable, Hashable {
    /// `factor` times a temperature, and `offset`.
    case linear(factor: Double, offset: Double)
    /// Something that is no temperature, as a sentence without a full stop.
    case other(SafeText)
    case unclear
  }

  private var form: Form
  /// The metrics of temperatures in it.
  private(set) var metrics: [Metric] = []
  /// Whether it has a difference of temperatures, which may be added to one.
  private var hasDifferences = false
  /// Whether it is a number of temperatures, by which their sum may be divided.
  private var isCount = false

  static func number(_ number: Double?) -> QueryValue {
    QueryValue(form: number.map { .linear(factor: 0, offset: $0) } ?? .unclear)
  }

  static func unclear(of metrics: [Metric] = []) -> QueryValue { QueryValue(form: .unclear, metrics: metrics) }

  /// The last words of metrics that only carry labels, and whose value is one.
  private static let carriers: Set = ["info", "label", "labels", "meta", "metadata", "names"]

  init(of metric: Metric) {
    let words = TemperatureMetric.words(of: metric.name)
    switch StatedQuantity(identifier: words) {
    case .difference, .calibration: self = QueryValue(form: .linear(factor: 0, offset: 0)).differing
    case _ where words.last.map(Self.carriers.contains) ?? false: self = .number(1)
    default: self.init(form: .linear(factor: 1, offset: 0), metrics: [metric])
    }
  }

  private init(form: Form, metrics: [Metric] = [], hasDifferences: Bool = false) {
    // Each once: alternatives that are joined again and again would double them each time.
    (self.form, self.metrics, self.hasDifferences) = (form, metrics.uniqued { $0 }, hasDifferences)
  }

  /// Whether there is any temperature in it.
  var hasTemperatures: Bool { !metrics.isEmpty || hasDifferences }

  private var differing: QueryValue {
    QueryValue(form: .linear(factor: 0, offset: 0), hasDifferences: true)
  }

  // MARK: - Functions

  /// Functions and aggregations whose result has the unit of their argument.
  private static let keeping: Set = [
    "abs", "alias", "any", "any_over_time", "avg", "avg_over_time", "bottomk", "ceil", "clamp", "clamp_max",
    "clamp_min",
    "default_rollup", "double_exponential_smoothing", "first_over_time", "floor", "holt_winters", "interpolate",
    "keep_last_value", "label_join", "label_keep", "label_replace", "label_set", "last_over_time", "limit_ratio",
    "limitk", "max", "max_over_time", "median", "median_over_time", "min", "min_over_time", "mode_over_time",
    "outliersk",
    "predict_linear", "quantile", "quantile_over_time", "range_avg", "range_max", "range_median", "range_min", "rollup",
    "round", "running_avg", "running_max", "running_min", "scalar", "sort", "sort_by_label", "sort_by_label_desc",
    "sort_desc", "sum", "topk", "union", "vector",
  ]
  /// Those whose result is a difference.
  private static let differing: Set = [
    "delta", "deriv", "idelta", "increase", "irate", "mad_over_time", "rate", "stddev", "stddev_over_time", "stdvar",
    "stdvar_over_time",
  ]
  /// Those whose result is no temperature.
  private static let counting: Set = [
    "absent", "absent_over_time", "changes", "count", "count_over_time", "count_values", "present_over_time", "resets",
    "sgn", "sum_over_time", "timestamp",
  ]

  /// Returns what a function makes of its arguments.
  static func call(_ function: String, _ arguments: [[QueryValue]]) -> [QueryValue] {
    let vectors = arguments.filter { $0.contains(where: \.hasTemperatures) }
    let function = function.lowercased()
    switch function {
    case _ where keeping.contains(function): return vectors.first ?? arguments.first ?? [unclear()]
    case "group": return [number(1)]
    case _ where differing.contains(function): return (vectors.first ?? [unclear()]).map(\.differing)
    case _ where counting.contains(function):
      var value = QueryValue(form: .other("the query's \(SafeText(oneLine: function)) gives no temperature"))
      value.isCount = function == "count"
      return [value]
    default: return [unclear(of: vectors.flatMap { $0.flatMap(\.metrics) })]
    }
  }

  // MARK: - Operators

  static prefix func - (value: QueryValue) -> QueryValue { value.multiplied(by: -1) }

  private func multiplied(by number: Double) -> QueryValue {
    guard case .linear(let factor, let offset) = form else { return self }
    var value = self
    value.form = .linear(factor: factor * number, offset: offset * number)
    return value
  }

  /// Returns what an operator makes of two values.
  static func combined(_ left: QueryValue, _ sign: String, _ right: QueryValue) -> QueryValue {
    if sign == "/", right.isCount { return left }
    let metrics = left.metrics + right.metrics
    let hasDifferences = left.hasDifferences || right.hasDifferences
    guard case .linear(let factor, let offset) = left.form, case .linear(let other, let more) = right.form else {
      return unclear(of: metrics)
    }
    switch sign {
    case "+":
      return QueryValue(
        form: .linear(factor: factor + other, offset: offset + more), metrics: metrics, hasDifferences: hasDifferences)
    case "-": return combined(left, "+", -right)
    case "*" where !right.hasTemperatures: return left.multiplied(by: more)
    case "*" where !left.hasTemperatures: return right.multiplied(by: offset)
    case "/" where !right.hasTemperatures && more != 0: return left.multiplied(by: 1 / more)
    default: return unclear(of: metrics)
    }
  }

  /// Returns what a comparison makes of two values: the one that is compared, or one or zero.
  static func compared(_ left: QueryValue, _ right: QueryValue, isTruth: Bool) -> QueryValue {
    if isTruth { return QueryValue(form: .other("the query compares, which gives no temperature")) }
    return left.hasTemperatures ? left : right
  }

  // MARK: - Units

  private static let unknown: SafeText = "the query computes with degrees, so that its unit is not known"

  /// What is known about the unit of the value.
  ///
  /// - Parameters:
  ///   - labels: Those of the series that was computed.
  ///   - families: The metadata of metrics, as far as they are known.
  func unit(labels: [String: String], _ families: [String: PrometheusText.Family] = [:]) -> StatedUnit {
    let bases = metrics.map {
      TemperatureMetric.unit(of: $0.name, families[$0.name] ?? .init(), labels: $0.labels.merging(labels) { $1 })
    }
    let scales = Set(bases.map { base in if case .scale(let scale) = base { scale } else { nil as TemperatureScale? } })
    switch form {
    case .other(let reason): return .other(reason)
    case .unclear: return Self.unclear(scales)
    case .linear(let factor, _) where abs(factor) < 1e-9:
      return hasTemperatures ? .unmeasured("the query gives a difference of temperatures") : .none
    case .linear(1, 0):
      let isMixed = bases.contains(.none) && bases.contains { $0 != .none }
      return isMixed ? .other(Self.unknown) : .agreed(bases, else: "the query's metrics have different units")
    case .linear(let factor, let offset):
      guard scales.count < 2, let scale = scales.first else { return .other(Self.unknown) }
      return scale.map { $0.scale(after: factor, offset).map(StatedUnit.scale) ?? Self.unclear(scales) }
        ?? Self.converted(factor, offset)
    }
  }

  private static func unclear(_ scales: Set<TemperatureScale?>) -> StatedUnit {
    if scales.contains(.fahrenheit) || scales.contains(.kelvin) { return .other(unknown) }
    return scales.contains(.celsius) ? .assumed("what the query computes is taken for degrees Celsius") : .none
  }

  /// What a query says that converts a metric of which no unit is known from degrees Celsius.
  private static func converted(_ factor: Double, _ offset: Double) -> StatedUnit {
    switch TemperatureScale.celsius.scale(after: factor, offset) {
    case .fahrenheit?: .scale(.fahrenheit)
    case .kelvin?: .scale(.kelvin)
    default: .none
    }
  }
}

extension TemperatureScale {
  /// A temperature is `factor` times that in degrees Celsius, and `offset` more.
  private var conversion: (factor: Double, offset: Double) {
    let zero = -celsius(0)
    let factor = 1 / (celsius(1) + zero)
    return (factor, zero * factor)
  }

  /// The degrees by which a query may correct what a thermometer measures.
  private static let greatestCorrection = 15.0

  /// Returns the scale of `factor` times a temperature in this scale, and `offset`, as a query computes it to convert or to
  /// correct it; `nil` if it is none.
  func scale(after factor: Double, _ offset: Double) -> TemperatureScale? {
    let own = conversion
    let candidates = [TemperatureScale.celsius, .fahrenheit, .kelvin].flatMap { scale in
      // Some programs give tenths of a degree, hundredths or thousandths.
      [1.0, 10, 100, 1_000].map { parts -> (scale: TemperatureScale, error: Double, distance: Double) in
        let ratio = scale.conversion.factor / own.factor
        let wanted = scale.conversion.offset - own.offset * ratio
        return (scale, abs(factor * parts / ratio - 1), abs(offset - wanted))
      }
    }
    return candidates.filter { $0.error < 0.02 && $0.distance <= Self.greatestCorrection }
      .min { $0.distance < $1.distance }?.scale
  }
}
