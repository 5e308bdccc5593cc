import Foundation

/// An invented room with a reading every minute: warm in the afternoon and in summer, cool before sunrise, heated in waves,
/// aired twice a day, measured by a sensor with a resolution of a sixteenth of a degree.
///
/// A temperature depends only on the minute and the seed. So nothing is stored or running, and the same day always has the
/// same readings. A year is represented by some of its minutes.
struct InventedRoom: Sendable {
  static let interval: Int64 = 60_000
  /// The seconds of the past for which there are readings.
  static let kept: TimeInterval = 400 * 86_400
  /// The most readings in the mean of a step.
  private static let readingsPerStep: Int64 = 48
  /// The name of the sensor, which no other sensor has if there is such a room.
  static let sensor = SensorName.invented

  let seed: UInt64
  let timeZone: TimeZone
  /// The time of the first reading.
  let start: Timestamp

  /// Returns the sums of the readings of each step that has any, by the number of the step counted from `start`.
  ///
  /// - Parameter stop: Exclusive, as are times after `now`.
  func sums(from start: Timestamp, to stop: Timestamp, step: Int64, now: Timestamp) -> [Int64: StepSum] {
    let first = max(start.milliseconds, self.start.milliseconds)
    let last = min(stop.milliseconds - 1, now.milliseconds)
    // Whole multiples of the stride, so that the same minutes are used, whatever the window. Odd, so that the readings of a
    // day are spread over all minutes of the hour.
    let stride = max(1, step / Self.interval / Self.readingsPerStep) | 1
    let lead = stride * Self.interval
    var minute = (first + lead - 1) / lead * stride
    var sums: [Int64: StepSum] = [:]
    while minute * Self.interval <= last {
      let number = (minute * Self.interval - start.milliseconds) / step
      sums[number, default: StepSum()].count += 1
      sums[number, default: StepSum()].sum += temperature(minute: minute)
      minute += stride
    }
    return sums
  }

  /// Returns the reading of the current minute.
  func newest(at now: Timestamp) -> NewestReading? {
    guard now.milliseconds >= start.milliseconds else { return nil }
    let minute = now.milliseconds / Self.interval
    let timestamp = Timestamp(milliseconds: minute * Self.interval)
    return NewestReading(
      reading: Reading(sensor: Self.sensor, timestamp: timestamp, temperature: temperature(minute: minute)),
      interval: Self.interval)
  }

  /// Returns the sensor's reading at a minute counted from 1970, in degrees Celsius.
  func temperature(minute: Int64) -> Double {
    let date = Date(timeIntervalSince1970: Double(minute * 60))
    let local = minute + Int64(timeZone.secondsFromGMT(for: date) / 60)
    let hour = Double(local % 1_440) / 60

    let daily = 1.2 * sin(2 * .pi * (hour - 9) / 24)
    // The part of summer that heating does not compensate.
    let season = cos(2 * .pi * (Double(local) / 1_440 - 205) / 365.2425)
    let summer = 2.4 * max(0, season) * max(0, season)
    let weather = 1.6 * (smoothNoise(at: Double(minute) / 540, stream: 1) - 0.5)
    // The heating is off at night; otherwise it switches at a lower and an upper temperature, about forty minutes apart.
    let phase = Double(minute % 41) / 41
    let heating = (6.5..<22.5).contains(hour) ? 0.15 * min(phase / 0.3, (1 - phase) / 0.7) : 0
    let flutter = 0.08 * (noise(minute, stream: 2) - 0.5)
    let value =
      20.1 + summer + daily + weather + heating + airing(local, around: 7) + airing(local, around: 19) + flutter
    return (value * 16).rounded() / 16
  }

  /// Returns the effect of an open window: two degrees within ten minutes, which return over the next hour. It is always
  /// opened within the half hour after `hour`.
  private func airing(_ localMinute: Int64, around hour: Int64) -> Double {
    let day = localMinute / 1_440
    let opened = hour * 60 + Int64(30 * noise(day, stream: UInt64(10 + hour)))
    let since = Double(localMinute % 1_440 - opened)
    guard since >= 0 else { return 0 }
    return -2.2 * min(since / 10, 1) * exp(-max(0, since - 10) / 25)
  }

  /// Uniformly distributed from 0 up to 1, the same for the same number and stream.
  private func noise(_ number: Int64, stream: UInt64) -> Double {
    var generator = SeededGenerator(seed: seed ^ stream &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(bitPattern: number))
    return generator.unit()
  }

  /// Noise that is smooth between the values at whole numbers.
  private func smoothNoise(at position: Double, stream: UInt64) -> Double {
    let before = Int64(position.rounded(.down))
    let t = position - Double(before)
    let eased = t * t * (3 - 2 * t)
    return noise(before, stream: stream) * (1 - eased) + noise(before + 1, stream: stream) * eased
  }
}
