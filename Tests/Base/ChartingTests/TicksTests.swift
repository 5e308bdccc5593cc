import Foundation
import Testing

@testable import Charting

@Suite struct ValueTicksTests {
  private func ticks(_ domain: ClosedRange<Double>, rows: Int) -> [Tick] {
    Ticks.values(on: .value(of: Viewport(time: 0...1, value: domain), rows: rows))
  }

  private func labels(_ domain: ClosedRange<Double>, rows: Int) -> [String] { ticks(domain, rows: rows).map(\.label) }

  /// Any data, any height: all steps are the same whole number of rows, and little of the height is left unused.
  @Test(arguments: [4, 1]) func ticksAreAWholeNumberOfRowsApart(dotsPerRow: Int) {
    var use: [Double] = []
    for rows in 2...70 {
      for data in stride(from: 0.25, through: 20, by: 0.75).map({ 0...$0 })
        + stride(from: 0.5, through: 20, by: 0.7).flatMap({ [18.3...18.3 + $0, -7.1 ... -7.1 + $0, 2.6...2.6 + $0] })
      {
        let domain = NiceRange.around(data, includesZero: data.lowerBound == 0)
        let scale = LinearScale.value(of: Viewport(time: 0...1, value: domain), rows: rows, dotsPerRow: dotsPerRow)
        let ticks = Ticks.values(on: scale)
        let distances = zip(ticks, ticks.dropFirst()).map { $0.cell - $1.cell }
        #expect(Set(distances).count <= 1 && (distances.first ?? 2) >= (rows > 3 ? 2 : 1), "\(domain) in \(rows) rows")
        #expect((2...13).contains(ticks.count), "\(domain) in \(rows) rows: \(ticks.count)")
        for tick in ticks {
          #expect(
            abs(scale.position(of: tick.value) - Double(tick.cell * dotsPerRow) - (dotsPerRow == 4 ? 1.5 : 0)) < 0.1)
        }
        #expect(scale.dot(of: domain.lowerBound) != nil && scale.dot(of: domain.upperBound) != nil)
        if data.lowerBound == 0 {
          #expect(ticks[0].label.allSatisfy { "0.".contains($0) } && ticks[0].cell == rows - 1)
        }
        if rows > 4 { use.append(domain.span / scale.domain.span) }
      }
    }
    #expect(use.reduce(0, +) / Double(use.count) > 0.9, "\(use.reduce(0, +) / Double(use.count))")
    #expect((use.min() ?? 0) >= 0.4 && use.sorted()[use.count / 50] > 0.7)
  }

  @Test func stepsAreOneTwoOrFiveTimesAPowerOfTen() {
    #expect(labels(0...4, rows: 5) == ["0", "2", "4"])
    #expect(labels(16...23, rows: 8) == ["16", "18", "20", "22"])
    #expect(labels(0...1.2, rows: 7) == ["0.0", "0.5", "1.0", "1.5"])
    #expect(labels(-1...1, rows: 9) == ["−1.0", "−0.5", "0.0", "0.5", "1.0"])
    #expect(labels(0...90_000, rows: 5) == ["0", "50000", "100000"])
    #expect(labels(0...4, rows: 2) == ["0", "5"])
  }

  @Test func labelsHaveTheDigitsThatTheirStepNeeds() {
    #expect(labels(21.3...21.35, rows: 11) == ["21.30", "21.31", "21.32", "21.33", "21.34", "21.35"])
  }

  @Test func atLeastOneAtAnySizeAndNeverTwoOnNeighbouringRows() {
    for rows in 1...40 {
      for domain in [0.0...1.0, 0.123...0.124, -17...93, 1e9...(1e9 + 3), 3.3...3.4, 1e-12...2e-12, -5e20...5e20] {
        let ticks = ticks(domain, rows: rows)
        #expect(!ticks.isEmpty, "\(domain) \(rows)")
        for (lower, upper) in zip(ticks, ticks.dropFirst()) {
          #expect(lower.cell - upper.cell >= (rows > 3 ? 2 : 1), "\(domain) \(rows)")
        }
      }
    }
  }

  @Test func aTickStandsInTheCellOfItsValue() {
    for rows in 1...40 {
      let scale = LinearScale.value(of: Viewport(time: 0...1, value: 17...23), rows: rows)
      for tick in Ticks.values(on: scale) { #expect(scale.cell(of: tick.value) == tick.cell) }
    }
  }

  @Test func numbersAreRoundedHalfAwayFromZeroAndZeroHasNoSign() {
    #expect(FixedPoint.text(of: 1.25, decimals: 1) == "1.2")
    #expect(FixedPoint.text(of: -0.04, decimals: 1) == "0.0")
    #expect(FixedPoint.text(of: -0.05, decimals: 1) == "−0.1")
    #expect(FixedPoint.text(of: 0.007, decimals: 2) == "0.01")
    #expect(FixedPoint.text(of: 1_234, decimals: 0) == "1234")
    #expect(FixedPoint.text(of: 1e20, decimals: 1) == "1e+20")
  }

  @Test func aLabelIsRoundedAsTheValueBesideItIs() {
    // As C does it: by what the number is in binary, a tie to the even digit.
    var values = [0.05, 0.15, 0.25, 0.35, 1.005, 2.5, 3.5, 1.45, 21.85, 1e11 + 0.5, 0.125, 1e-300]
    values += stride(from: 0.0, to: 200, by: 0.0125)
    for value in values.flatMap({ [$0, -$0] }) {
      for decimals in 0...3 {
        let expected = String(format: "%.\(decimals)f", value)
        let isZero = expected.allSatisfy { "-0.".contains($0) }
        #expect(
          FixedPoint.text(of: value, decimals: decimals)
            == (expected.replacingOccurrences(of: "-", with: isZero ? "" : "−")))
      }
    }
  }
}

@Suite struct TimeTicksTests {
  /// 15 May 2014, 14:46:00 UTC.
  private let start = 1_400_165_160.0

  private func ticks(_ domain: ClosedRange<Double>, columns: Int, utcOffset: Int = 0) -> [Tick] {
    Ticks.times(on: LinearScale(domain: domain, cells: columns, dotsPerCell: 2)) { _ in utcOffset }
  }

  /// 1 November 2026, 12:00 in New York, which set its clocks back at night.
  private let november = 1_793_552_400.0

  private static func newYork(_ time: Double) -> Int { time < 1_793_512_800 ? -4 * 3_600 : -5 * 3_600 }

  @Test func aMonthHasMondaysAYearHasFirstsOfMonthsAndManyHaveYears() {
    func labels(days: Double, columns: Int) -> [String] {
      let scale = LinearScale(domain: (november - days * 86_400)...november, cells: columns, dotsPerCell: 2)
      return Ticks.times(on: scale, utcOffset: Self.newYork).map(\.label)
    }
    #expect(labels(days: 30, columns: 100) == ["5 Oct", "12 Oct", "19 Oct", "26 Oct"])
    #expect(labels(days: 90, columns: 60) == ["1 Sep", "1 Oct"])
    #expect(labels(days: 365, columns: 130).prefix(4) == ["1 Dec", "2026", "1 Feb", "1 Mar"])
    #expect(labels(days: 365, columns: 60) == ["2026", "1 Apr", "1 Jul", "1 Oct"])
    #expect(labels(days: 1_500, columns: 100) == ["2023", "1 Jul", "2024", "1 Jul", "2025", "1 Jul", "2026", "1 Jul"])
    #expect(labels(days: 20_000, columns: 60) == ["1980", "1990", "2000", "2010", "2020"])
  }

  @Test func dayTicksStandAtTheBeginningOfTheDayAlsoWhereThereIsNoMidnight() {
    // In Santiago clocks go from midnight to 01:00 on 6 September 2026.
    let change = 1_788_667_200.0
    let scale = LinearScale(domain: (change - 3.5 * 86_400)...(change + 3.5 * 86_400), cells: 90, dotsPerCell: 2)
    let ticks = Ticks.times(on: scale) { $0 < change ? -4 * 3_600 : -3 * 3_600 }
    #expect(ticks.map(\.label) == ["3 Sep", "4 Sep", "5 Sep", "6 Sep", "7 Sep", "8 Sep", "9 Sep"])
    #expect(ticks.map(\.value).contains(change) && ticks.last?.value == change + 3 * 86_400 - 3_600)
    // In Havana they go from 01:00 back to midnight, which comes twice.
    let twice = Ticks.times(on: scale) { $0 < change + 3_600 ? -4 * 3_600 : -5 * 3_600 }
    #expect(twice.count { $0.label == "6 Sep" } == 1 && twice.contains { $0.value == change })
  }

  /// Whatever is in view, the step is that of the view's length.
  @Test func theStepDoesNotChangeWhileTheViewMovesOn() {
    for (span, columns) in [(240.0, 48), (240, 130), (600, 44), (3_600, 73), (86_400, 77), (604_800, 81), (2.6e6, 90)] {
      var marks: Set<[Double]> = []
      for shift in 0..<200 {
        let first = november + Double(shift) * span / 190
        let view = Viewport(time: (first - span)...first, value: 0...1)
        let ticks = Ticks.times(on: .time(of: view, columns: columns), utcOffset: { _ in 3_600 }).map(\.value)
        // A tick goes with its label, so there may be a single one.
        if ticks.count > 1 { marks.insert(Array(Set(zip(ticks, ticks.dropFirst()).map { $1 - $0 }))) }
      }
      #expect(marks.count == 1, "\(span) \(columns): \(marks)")
    }
  }

  @Test func aViewOfTwoMinutesHasFullMinutesOnly() {
    for span in [120.0, 180, 240, 600] {
      for columns in [20, 60, 130, 250] {
        #expect(ticks((start - span - 7)...start, columns: columns).allSatisfy { $0.label.count == 5 })
      }
    }
  }

  @Test func marksFallOnRoundTimesAndTheirLabelsSayThem() {
    #expect(ticks(start...(start + 240), columns: 48).map(\.label) == ["14:47", "14:48", "14:49"])
    #expect(ticks(start...(start + 60), columns: 60).map(\.label) == ["14:46:15", "14:46:30", "14:46:45"])
    let day = ticks((start - 86_400)...start, columns: 48).map(\.label)
    #expect(day == ["18:00", "00:00", "06:00", "12:00"])
  }

  @Test func timesAreRoundLocallyWhereTheOffsetIsNoWholeHour() {
    // Nepal is 5 h 45 min ahead.
    let offset = 5 * 3_600 + 45 * 60
    for tick in ticks((start - 86_400)...start, columns: 48, utcOffset: offset) {
      #expect((Int(tick.value) + offset) % 3_600 == 0)
      #expect(tick.label.hasSuffix(":00"))
    }
    let west = ticks((start - 86_400)...start, columns: 48, utcOffset: -4 * 3_600)
    #expect(west.map(\.label) == ["12:00", "18:00", "00:00", "06:00"])
  }

  @Test func daysAreNamedAtLocalMidnight() {
    let week = ticks((start - 7 * 86_400)...start, columns: 80, utcOffset: 7_200)
    #expect(week.map(\.label) == ["9 May", "10 May", "11 May", "12 May", "13 May", "14 May", "15 May"])
    for tick in week { #expect((Int(tick.value) + 7_200) % 86_400 == 0) }
  }

  @Test func atLeastOneAtAnySizeAndLabelsKeepTheirDistance() {
    for columns in 1...130 {
      for span in [0.3, 1, 7, 59, 60, 61, 300, 3_600, 5_000, 86_400, 90_000, 1e6, 1e8, 1e11] {
        for shift in [0.0, 0.4, 17, 1_234] {
          let ticks = ticks((start + shift)...(start + shift + span), columns: columns)
          #expect(!ticks.isEmpty, "\(columns) \(span)")
          for (earlier, later) in zip(ticks, ticks.dropFirst()) {
            let room = later.firstLabelColumn - earlier.firstLabelColumn - earlier.label.count
            #expect(room >= Ticks.labelSpacing, "\(columns) \(span)")
          }
          if ticks.count > 1 {
            #expect(ticks.allSatisfy { $0.firstLabelColumn >= 0 })
            #expect(ticks.allSatisfy { $0.firstLabelColumn + $0.label.count <= columns })
          }
        }
      }
    }
  }

  /// At the ends of the axis, too, and where clocks are set forward over the time of a label.
  @Test func noTickIsWithoutALabel() {
    for columns in 1...130 {
      for span in [60.0, 300, 3_600, 5_000, 86_400, 90_000, 604_800, 2.6e6, 3.2e7] {
        for end in [start, start + 17, start + 1_234] {
          let scale = LinearScale.time(of: Viewport(time: (end - span)...end, value: 0...1), columns: columns)
          let ticks = Ticks.times(on: scale) { $0 < start - 40_000 ? 3_600 : 7_200 }
          #expect(!ticks.isEmpty && ticks.allSatisfy { !$0.label.isEmpty }, "\(columns) \(span): \(ticks)")
        }
      }
    }
  }

  @Test func aTickStandsInTheCellOfItsTime() {
    let scale = LinearScale(domain: start...(start + 1_000), cells: 50, dotsPerCell: 2)
    for tick in Ticks.times(on: scale) { #expect(scale.cell(of: tick.value) == tick.cell) }
  }

  /// 2026, in Berlin: clocks go from 02:00 to 03:00, and from 03:00 back to 02:00.
  private static let changes: [Double] = [1_774_746_000.0, 1_792_890_000]

  private static let hoursInView: [Double] = [1, 6, 12, 24, 72, 168, 960, 9_600]

  @Test(arguments: changes, hoursInView)
  func onBothSidesOfAChangeOfClocksMarksStandAtRoundLocalTimes(change: Double, hours: Double) {
    // From 2025 to 2027.
    let changes = [1_743_296_400, 1_761_440_400, 1_774_746_000, 1_792_890_000, 1_806_195_600, 1_824_944_400]
    func offset(_ time: Double) -> Int { changes.count { Double($0) <= time }.isMultiple(of: 2) ? 3_600 : 7_200 }
    let span = hours * 3_600
    let domain = (change - 0.4 * span)...(change + 0.6 * span)
    for columns in [24, 90, 200] {
      let scale = LinearScale(domain: domain, cells: columns, dotsPerCell: 2)
      let ticks = Ticks.times(on: scale, utcOffset: offset)
      let wrong = ticks.filter { tick in
        let local = LocalTime(tick.value, utcOffset: offset(tick.value))
        let isRound = local.second == 0 && (hours < 24 || local.minute == 0) && (hours < 168 || local.hour % 6 == 0)
        let isNamed = [local.hoursAndMinutes, local.clock, local.dayAndMonth, "\(local.year)"].contains(tick.label)
        return !isRound || !isNamed || scale.cell(of: tick.value) != tick.cell
      }
      #expect(wrong.isEmpty)
      let distances = zip(ticks, ticks.dropFirst()).map { earlier, later in
        later.firstLabelColumn - earlier.firstLabelColumn - earlier.label.count
      }
      #expect(distances.allSatisfy { $0 >= Ticks.labelSpacing })
      #expect(columns < 200 || ticks.contains { $0.value < change } && ticks.contains { $0.value > change })
    }
  }

  @Test func anHourThatClocksLeaveOutHasNoMarkAndThatWhichTheyRepeatHasTwo() {
    func labels(_ change: Double, _ before: Int, _ after: Int) -> [String] {
      let scale = LinearScale(domain: (change - 2.5 * 3_600)...(change + 2.5 * 3_600), cells: 60, dotsPerCell: 2)
      return Ticks.times(on: scale) { $0 < change ? before : after }.map(\.label)
    }
    #expect(labels(Self.changes[0], 3_600, 7_200) == ["00:00", "01:00", "03:00", "04:00", "05:00"])
    #expect(labels(Self.changes[1], 7_200, 3_600) == ["01:00", "02:00", "02:00", "03:00", "04:00"])
  }

  @Test func theCalendarIsRightAtItsEdges() {
    func text(_ time: Double, utcOffset: Int = 0) -> String {
      let time = LocalTime(time, utcOffset: utcOffset)
      return time.dayAndMonth + " " + time.clock
    }
    for time in stride(from: -1.5e11, through: 1.5e11, by: 7.77e7) {
      let local = LocalTime(time, utcOffset: 0)
      let first = LocalTime.startOfMonth(local.year * 12 + local.month - 1)
      let begun = LocalTime(first, utcOffset: 0)
      #expect((begun.year, begun.month, begun.day, begun.hour) == (local.year, local.month, 1, 0))
      #expect(first + Double(local.day - 1) * 86_400 <= time && time < first + Double(local.day) * 86_400)
    }
    #expect(text(0) == "1 Jan 00:00:00")
    #expect(text(-1) == "31 Dec 23:59:59")
    #expect(text(951_782_400) == "29 Feb 00:00:00")
    #expect(text(4_107_542_399, utcOffset: 1) == "1 Mar 00:00:00", "2100 is no leap year")
    #expect(text(start, utcOffset: -15 * 3_600) == "14 May 23:46:00")
    #expect(text(-62_167_219_200) == "1 Jan 00:00:00", "of the year 0")
  }
}
