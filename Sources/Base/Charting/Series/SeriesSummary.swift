/// A summary of neighbouring points. The summaries of adjacent runs add up to the summary of both.
struct SeriesSummary: Sendable, Hashable {
  /// The number of points, gaps included.
  var count = 0
  /// The number of points that are not gaps.
  var valueCount = 0
  /// The times of the first and the last point, gaps included. Meaningless in an empty run.
  var start = 0.0
  var end = 0.0
  /// The times of the first and the last point that is not a gap. Meaningless where there is none.
  var valueStart = 0.0
  var valueEnd = 0.0
  /// The means of those two points.
  var first = 0.0
  var last = 0.0
  var lowest = Double.infinity
  var highest = -Double.infinity
  /// The sum of all means.
  var sum = 0.0
  var startsWithGap = false
  var endsWithGap = false

  init() {}

  /// Creates the summary of points in ascending order of time.
  @inline(__always)
  init<Sample: SeriesSample>(_ entries: Span<SeriesEntry<Sample>>) {
    guard !entries.isEmpty else { return }
    count = entries.count
    let end = entries.count - 1
    (start, self.end) = (entries[0].time, entries[end].time)
    (startsWithGap, endsWithGap) = (entries[0].sample.isGap, entries[end].sample.isGap)
    // A leaf is summarised for every column that ends in it, so the loop does as little as possible for each point.
    var (one, other) = (Lanes(), Lanes())
    var index = 0
    while index &+ 3 < entries.count {
      one.add(entries[index].sample, entries[index &+ 1].sample)
      other.add(entries[index &+ 2].sample, entries[index &+ 3].sample)
      index &+= 4
    }
    while index < entries.count {
      one.add(entries[index].sample, Sample.gap)
      index &+= 1
    }
    one.add(other)
    (lowest, highest) = (min(one.lowest[0], one.lowest[1]), max(one.highest[0], one.highest[1]))
    (sum, valueCount) = (one.sum[0] + one.sum[1], Int(one.count[0] &+ one.count[1]))
    guard valueCount > 0 else { return }
    index = 0
    while entries[index].sample.isGap { index += 1 }
    (valueStart, first) = (entries[index].time, entries[index].sample.mean)
    index = end
    while entries[index].sample.isGap { index -= 1 }
    (valueEnd, last) = (entries[index].time, entries[index].sample.mean)
  }

  /// The summaries of two groups of samples, because a processor computes with two numbers at a time. Nothing branches on a value,
  /// because it cannot be predicted which of two is lower.
  private struct Lanes {
    /// The number of values.
    var count = SIMD2<Int64>()
    var lowest = SIMD2(repeating: Double.infinity)
    var highest = SIMD2(repeating: -Double.infinity)
    var sum = SIMD2<Double>()

    @inline(__always)
    mutating func add<Sample: SeriesSample>(_ one: Sample, _ other: Sample) {
      let mean = SIMD2(one.mean, other.mean)
      let low = SIMD2(one.lowest, other.lowest)
      let high = SIMD2(one.highest, other.highest)
      // NaN, the mean of a gap, differs from itself.
      let isValue = mean .== mean
      count &+= SIMD2<Int64>().replacing(with: 1, where: isValue)
      lowest.replace(with: low, where: low .< lowest)
      highest.replace(with: high, where: high .> highest)
      sum += SIMD2<Double>().replacing(with: mean, where: isValue)
    }

    @inline(__always)
    mutating func add(_ other: Lanes) {
      count &+= other.count
      lowest.replace(with: other.lowest, where: other.lowest .< lowest)
      highest.replace(with: other.highest, where: other.highest .> highest)
      sum += other.sum
    }
  }

  /// The mean of all values; 0 without values.
  var mean: Double { valueCount > 0 ? (sum / Double(valueCount)).drawable : 0 }

  private mutating func add(_ sample: some SeriesSample, at time: Double) {
    let mean = sample.mean
    if valueCount == 0 { (valueStart, first) = (time, mean) }
    (valueEnd, last) = (time, mean)
    valueCount += 1
    addExtremes(of: sample)
    sum += mean
  }

  @inline(__always)
  private mutating func addExtremes(of sample: some SeriesSample) {
    // Comparisons, because `min` and `max` also order zeros and propagate NaN, which does not occur here.
    if sample.lowest < lowest { lowest = sample.lowest }
    if sample.highest > highest { highest = sample.highest }
  }

  /// Adds the next point.
  mutating func append<Sample: SeriesSample>(_ entry: SeriesEntry<Sample>) {
    let isGap = entry.sample.isGap
    if count == 0 { (start, startsWithGap) = (entry.time, isGap) }
    count += 1
    (end, endsWithGap) = (entry.time, isGap)
    if !isGap { add(entry.sample, at: entry.time) }
  }

  /// Adds the next run.
  mutating func append(_ later: SeriesSummary) {
    guard later.count > 0 else { return }
    guard count > 0 else {
      self = later
      return
    }
    count += later.count
    (end, endsWithGap) = (later.end, later.endsWithGap)
    guard later.valueCount > 0 else { return }
    if valueCount == 0 { (valueStart, first) = (later.valueStart, later.first) }
    (valueEnd, last) = (later.valueEnd, later.last)
    valueCount += later.valueCount
    if later.lowest < lowest { lowest = later.lowest }
    if later.highest > highest { highest = later.highest }
    sum += later.sum
  }
}
