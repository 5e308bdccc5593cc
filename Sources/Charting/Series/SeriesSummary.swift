/// What a run of neighbouring points amounts to. Summaries of adjacent runs add up to the summary of both.
struct SeriesSummary: Sendable, Hashable {
  /// Points, gaps included.
  var count = 0
  /// Points that are no gaps.
  var valueCount = 0
  /// The times of the first and the last point, gaps included. Meaningless in an empty run.
  var start = 0.0
  var end = 0.0
  /// The times of the first and the last point that is no gap. Meaningless where there is none.
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

  init<Sample: SeriesSample>(_ entries: ArraySlice<SeriesEntry<Sample>>) {
    guard let first = entries.first, let last = entries.last else { return }
    count = entries.count
    (start, end) = (first.time, last.time)
    (startsWithGap, endsWithGap) = (first.sample.isGap, last.sample.isGap)
    for entry in entries where !entry.sample.isGap { add(entry.sample, at: entry.time) }
  }

  /// The mean of all values; 0 where there is none.
  var mean: Double { valueCount > 0 ? (sum / Double(valueCount)).drawable : 0 }

  private mutating func add(_ sample: some SeriesSample, at time: Double) {
    let mean = sample.mean
    if valueCount == 0 { (valueStart, first) = (time, mean) }
    (valueEnd, last) = (time, mean)
    valueCount += 1
    // Compared, since `min` and `max` also order zeros and spread NaNs, which are not among these.
    if sample.lowest < lowest { lowest = sample.lowest }
    if sample.highest > highest { highest = sample.highest }
    sum += mean
  }

  /// Adds the point that follows the run.
  mutating func append<Sample: SeriesSample>(_ entry: SeriesEntry<Sample>) {
    let isGap = entry.sample.isGap
    if count == 0 { (start, startsWithGap) = (entry.time, isGap) }
    count += 1
    (end, endsWithGap) = (entry.time, isGap)
    if !isGap { add(entry.sample, at: entry.time) }
  }

  /// Adds the run that follows this one.
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
