import Foundation

/// A time as a person writes it: `07:00`, `yesterday 7:00`, `Mon 7:00`, `24 Nov 07:00`, `2026-11-24 07:00`.
///
/// - A time without a day is the latest that has been: `07:00` at six in the morning is yesterday's.
/// - A day without a time begins at 00:00, and one without a year is the latest that has been.
/// - The order of words does not matter, nor do capitals and commas. An offset from UTC may follow the time, `02:30+02:00`.
public enum TimeWords {
  /// What a text means.
  public enum Meaning: Sendable, Hashable {
    /// The time; two where the clock shows it twice, because it is set back, the earlier first.
    case times([Date])
    /// Why it is no time.
    case mistake(SafeText)
  }

  /// - Parameter clock: The time zone of the text.
  public static func meaning(of text: SafeText, now: Date, in clock: ClockTime) -> Meaning {
    var words = Words()
    let parts = text.string.lowercased().replacing(",", with: " ").split(separator: " ")
    guard !parts.isEmpty else { return .mistake(example) }
    for part in parts {
      guard words.take(part) else { return .mistake("“\(SafeText(label: String(part)))” is no time: \(example)") }
    }
    return words.finish(now: now, in: clock)
  }

  private static let example: SafeText = "07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"
}

/// The parts of a time that were read so far, each at most once.
private struct Words {
  private enum Day {
    /// This many days before today.
    case ago(Int)
    /// Counted from Sunday.
    case weekday(Int)
    case date(CivilDate, hasYear: Bool)
  }

  private var isNow = false
  private var day: Day?
  /// Parts of a date that are words of their own: `24`, `nov`, `2026`.
  private var number: Int?
  private var month: Int?
  private var year: Int?
  /// The second of the day.
  private var second: Int?
  /// Seconds east of UTC.
  private var offset: Int?

  /// - Returns: Whether the word is a part of a time that was not there before.
  mutating func take(_ word: Substring) -> Bool {
    if word == "now", self.isEmpty { isNow = true } else if isNow { return false } else { return takePart(word) }
    return true
  }

  private var isEmpty: Bool { !isNow && day == nil && number == nil && month == nil && year == nil && second == nil }

  private mutating func takePart(_ word: Substring) -> Bool {
    if word == "at" { return true }
    if let days = ["today": 0, "yesterday": 1, "tomorrow": -1][word] { return Self.set(&day, .ago(days)) }
    if let weekday = Self.index(of: word, among: Self.weekdays) { return Self.set(&day, .weekday(weekday)) }
    if let month = Self.index(of: word, among: Self.months) { return Self.set(&self.month, month + 1) }
    if let (date, rest) = Self.date(word) {
      guard Self.set(&day, .date(date, hasYear: true)) else { return false }
      return rest.isEmpty || takeTime(rest)
    }
    if let date = Self.dotted(word) { return Self.set(&day, date) }
    if let number = Self.number(word) {
      return number >= 1_000 ? Self.set(&year, number) : (1...31).contains(number) && Self.set(&self.number, number)
    }
    return takeTime(word)
  }

  private mutating func takeTime(_ word: Substring) -> Bool {
    // `7:00 pm` and `7 pm` with a space.
    if word == "am" || word == "pm" {
      if let second { return setHalf(word, of: second) }
      guard let number, month == nil else { return false }
      self.number = nil
      return setHalf(word, of: number * 3_600)
    }
    for half in ["am", "pm"] where word.ends(with: half) {
      let clock = word.dropLast(2)
      let whole = Self.number(clock).map { $0 * 3_600 }
      return second == nil && (whole ?? Self.second(clock)).map { setHalf(Substring(half), of: $0) } ?? false
    }
    let (clock, zone) = Self.split(word)
    guard let second = Self.second(clock), Self.set(&self.second, second) else { return false }
    return zone.isEmpty || Self.offset(zone).map { Self.set(&offset, $0) } ?? false
  }

  private mutating func setHalf(_ half: Substring, of second: Int) -> Bool {
    guard (3_600..<13 * 3_600).contains(second) else { return false }
    self.second = second % (12 * 3_600) + (half == "pm" ? 12 * 3_600 : 0)
    return true
  }

  private static func set<Part>(_ part: inout Part?, _ value: Part) -> Bool {
    guard part == nil else { return false }
    part = value
    return true
  }
}

// MARK: - Words

extension Words {
  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Names may be cut after three letters.
  private static func index(of word: Substring, among names: [String]) -> Int? {
    word.count >= 3 ? names.firstIndex { $0.begins(with: word) } : nil
  }

  private static func number(_ word: some StringProtocol) -> Int? {
    (1...4).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) } ? Int(word) : nil
  }

  /// `2026-11-24`, and what follows a `T`.
  private static func date(_ word: Substring) -> (CivilDate, rest: Substring)? {
    let parts = word.split(separator: "t", maxSplits: 1)
    let numbers = parts.first?.split(separator: "-", omittingEmptySubsequences: false).map(number) ?? []
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2], year >= 1_000
    else { return nil }
    return (CivilDate(year: year, month: month, day: day), parts.count > 1 ? parts[1] : "")
  }

  /// `24.11.` or `24.11.2026`
  private static func dotted(_ word: Substring) -> Day? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let day = number(parts[0]), let month = number(parts[1]) else { return nil }
    if parts[2].isEmpty { return .date(CivilDate(year: 0, month: month, day: day), hasYear: false) }
    guard let year = number(parts[2]), year >= 1_000 else { return nil }
    return .date(CivilDate(year: year, month: month, day: day), hasYear: true)
  }

  /// `7:00`, `07:00:20`
  private static func second(_ word: Substring) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 2 ? number($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count, parts.dropFirst().allSatisfy({ $0.count == 2 }),
      numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }

  /// Splits `02:30+02:00` before its sign, and `02:30z` before the letter.
  private static func split(_ word: Substring) -> (clock: Substring, zone: Substring) {
    let place = word.firstIndex { $0 == "+" || $0 == "-" || $0 == "−" || $0 == "z" } ?? word.endIndex
    return (word[..<place], word[place...])
  }

  private static func offset(_ zone: Substring) -> Int? {
    if zone == "z" { return 0 }
    return second(zone.dropFirst()).map { zone.first == "+" ? $0 : -$0 }
  }
}

// MARK: - What they mean

extension Words {
  func finish(now: Date, in clock: ClockTime) -> TimeWords.Meaning {
    if isNow { return .times([now]) }
    let today = clock.civil(now)
    let second = second ?? 0
    switch chosenDay {
    case .failure(let mistake): return .mistake(mistake.sentence)
    case .success(nil):
      // The latest that has been.
      let first = times(today.daysSince1970, second, clock)
      if let time = first.first, time > now { return written(today.daysSince1970 - 1, second, now, clock) }
      return written(today.daysSince1970, second, now, clock)
    case .success(.ago(let days)): return written(today.daysSince1970 - days, second, now, clock)
    case .success(.weekday(let weekday)):
      let distance = (today.daysSince1970 + 4 - weekday) % 7
      let day = today.daysSince1970 - distance
      let isAhead = distance == 0 && times(day, second, clock).first.map { $0 > now } ?? false
      return written(isAhead ? day - 7 : day, second, now, clock)
    case .success(.date(let date, hasYear: true)):
      guard date.exists else { return date.absence }
      return written(date.daysSince1970, second, now, clock)
    case .success(.date(let date, hasYear: false)):
      // 29 February is every four years, and now and then only after eight.
      for year in stride(from: today.year, through: today.year - 8, by: -1) {
        let dated = CivilDate(year: year, month: date.month, day: date.day)
        if dated.exists, times(dated.daysSince1970, second, clock).first.map({ $0 <= now }) ?? true {
          return written(dated.daysSince1970, second, now, clock)
        }
      }
      return date.absence
    }
  }

  private struct Mistake: Error {
    var sentence: SafeText
  }

  /// The day of all words that name one; `nil` where none does.
  private var chosenDay: Result<Day?, Mistake> {
    guard number != nil || month != nil || year != nil else { return .success(day) }
    guard day == nil, let number, let month else {
      return .failure(Mistake(sentence: "A day has a number and a month: 24 Nov 07:00"))
    }
    return .success(.date(CivilDate(year: year ?? 0, month: month, day: number), hasYear: year != nil))
  }

  /// The dates at which the clock shows a second of a day.
  private func times(_ day: Int, _ second: Int, _ clock: ClockTime) -> [Date] {
    let local = Double(day) * 86_400 + Double(second)
    if let offset { return [Date(timeIntervalSince1970: local - Double(offset))] }
    // Clocks are changed at most once in two days.
    let offsets = Set([-86_400, 0, 86_400].map { clock.utcOffset(Date(timeIntervalSince1970: local + $0)) })
    return offsets.map { (offset: $0, date: Date(timeIntervalSince1970: local - Double($0))) }
      .filter { clock.utcOffset($0.date) == $0.offset }.map(\.date).sorted()
  }

  private func written(_ day: Int, _ second: Int, _ now: Date, _ clock: ClockTime) -> TimeWords.Meaning {
    let times = times(day, second, clock)
    let words: SafeText =
      "\(padded: second / 3_600, to: 2):\(padded: second / 60 % 60, to: 2) on \(CivilDate(daysSince1970: day).words)"
    guard let first = times.first else { return .mistake("There is no \(words): the clock was set forward") }
    guard first <= now else { return .mistake("\(words) is in the future") }
    return .times(times.filter { $0 <= now })
  }
}

extension CivilDate {
  /// Whether the month has this day.
  fileprivate var exists: Bool { CivilDate(daysSince1970: daysSince1970) == self }

  /// That the month does not have this day, or the year this month.
  fileprivate var absence: TimeWords.Meaning {
    .mistake((1...12).contains(month) ? "There is no \(words)" : "There is no month \(month)")
  }

  /// `24 Nov 2026`, without a year that was not told.
  fileprivate var words: SafeText {
    let name = ClockTime.months[month - 1]
    return year == 0 ? "\(day) \(name)" : "\(day) \(name) \(year)"
  }
}
