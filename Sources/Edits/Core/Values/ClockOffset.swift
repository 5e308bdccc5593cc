import Foundation

/// Estimates the offset of the local clock from the server's, by the events of the last minutes.
///
/// An event arrives some time after it happened, so its arrival minus its own time is the offset plus the delay. The delay is
/// never negative, so the smallest difference is nearest to the offset (the filter of Cristian's algorithm and of NTP).
///
/// An event may have a time that cannot be true, by a mistake or on purpose. A difference much smaller than the others is
/// believed only if several in a row agree, as after a clock was set; of two that disagree at the beginning, the one nearer to
/// zero is believed, because most clocks are right. So no event changes the estimate for longer than ``memory``.
public struct ClockOffset: Sendable {
  /// The smallest difference of a minute.
  private struct Minute {
    var start: Date
    var smallest: TimeInterval
  }

  /// In seconds; `nil` before the first event.
  public private(set) var smallest: TimeInterval?
  private var minutes: [Minute] = []
  /// The number of events that agree with the estimate, up to ``enough``.
  private var support = 0
  /// Events in a row that are earlier than the estimate allows, and the smallest difference of them.
  private var doubt: (smallest: TimeInterval, count: Int)?

  /// The greatest difference between two events that agree, in seconds.
  public static let agreement: TimeInterval = 60
  /// The seconds after which an event does not count any more.
  static let memory: TimeInterval = 600
  /// The number of events that make a difference certain.
  static let enough = 3

  public init() {}

  /// Takes an event that happened at `time` by the server's clock and arrived at `arrival`.
  ///
  /// - Returns: Whether the time can be true; it is not later than the arrival, as far as is known.
  @discardableResult
  public mutating func observe(_ time: Date, arrival: Date) -> Bool {
    let offset = arrival.timeIntervalSince(time)
    guard offset.isFinite else { return false }
    guard let smallest else {
      begin(with: offset, at: arrival)
      return offset > -Self.agreement
    }
    if abs(offset - smallest) <= Self.agreement {
      agree(offset, at: arrival)
      return true
    }
    let isUncertain = support < Self.enough && abs(offset) < abs(smallest)
    if offset > smallest {
      // Late, unless nothing has agreed for long: then a clock was set.
      let isOutdated = minutes.last.map { arrival.timeIntervalSince($0.start) > Self.memory } ?? true
      if isUncertain || isOutdated { begin(with: offset, at: arrival) }
      return true
    }
    var doubt = doubt ?? (smallest: offset, count: 0)
    if abs(offset - doubt.smallest) > Self.agreement { doubt = (offset, 0) }
    doubt = (min(doubt.smallest, offset), doubt.count + 1)
    self.doubt = doubt
    guard isUncertain || doubt.count >= Self.enough else { return false }
    begin(with: doubt.smallest, at: arrival)
    return true
  }

  private mutating func begin(with offset: TimeInterval, at arrival: Date) {
    minutes = [Minute(start: arrival, smallest: offset)]
    (smallest, support, doubt) = (offset, 1, nil)
  }

  private mutating func agree(_ offset: TimeInterval, at arrival: Date) {
    support = min(support + 1, Self.enough)
    doubt = nil
    if let last = minutes.last, (0..<60).contains(arrival.timeIntervalSince(last.start)) {
      if offset < last.smallest { minutes[minutes.count - 1].smallest = offset }
    } else {
      minutes.append(Minute(start: arrival, smallest: offset))
    }
    minutes.removeAll { abs(arrival.timeIntervalSince($0.start)) > Self.memory }
    smallest = minutes.map(\.smallest).min() ?? offset
  }

  /// Returns a server's time by the local clock: never after the arrival that was observed with it, if it can be true.
  public func localTime(of time: Date) -> Date {
    time.addingTimeInterval(smallest ?? 0)
  }
}
