import Foundation
import Testing

@testable import Charting

@Suite struct ValueTicksTests {
  private func labels(_ domain: ClosedRange<Double>, rows: Int) -> [String] {
    Ticks.values(on: LinearScale(domain: domain, cells: rows, dotsPerCell: 4, isInverted: true)).map(\.label)
  }

  @Test func roundValuesStandOnEqualDistancesWhereALittleAirAtTheTopMakesThem() {
    var widened = 0
    for domain in [19.0...23, 0...6, 0...5, 24.6...27.3, -3.1...14.2, 0.01...0.07] {
      for rows in 4...40 {
        let scale = LinearScale.value(of: Viewport(time: 0...1, value: domain), rows: rows)
        let even = scale.withEvenTicks()
        #expect(even.domain.lowerBound == domain.lowerBound)
        #expect((1...1.3).contains(even.domain.span / domain.span))
        guard even != scale else { continue }
        widened += 1
        let cells = Ticks.values(on: even).map(\.cell)
        #expect(Set(zip(cells, cells.dropFirst()).map { $0 - $1 }).count == 1, "\(domain) in \(rows) rows: \(cells)")
      }
    }
    #expect(widened > 50)
  }

  @Test(arguments: [4, 1])
  func anAxisThatFitsItselfSeldomHasUnevenMarksAndNeverFew(dotsPerRow: Int) {
    var (uneven, count) = (0, 0)
    for rows in 6...40 {
      for data in stride(from: 0.25, through: 20, by: 0.25).map({ 0...$0 })
        + stride(from: 0.5, through: 20, by: 0.5).flatMap({ [18.3...18.3 + $0, -7.1 ... -7.1 + $0, 2.6...2.6 + $0] })
      {
        let domain = NiceRange.around(data, includesZero: data.lowerBound == 0)
        let fitted = LinearScale.value(of: Viewport(time: 0...1, value: domain), rows: rows, dotsPerRow: dotsPerRow)
        let cells = Ticks.values(on: fitted.withEvenTicks()).map(\.cell)
        let distances = zip(cells, cells.dropFirst()).map { $0 - $1 }
        #expect(distances.allSatisfy { $0 >= 2 }, "\(domain) in \(rows) rows: \(cells)")
        // Not less than the next step has: every second mark, or two of five; and three where there were so many.
        let finest = NiceStep(atLeast: 2 * domain.span / Double(rows - 1)).size
        #expect(Double(cells.count) >= domain.span / finest / 2.5 - 1, "\(domain) in \(rows) rows: \(cells)")
        #expect(cells.count >= min(3, Ticks.values(on: fitted).count), "\(domain) in \(rows) rows: \(cells)")
        if Set(distances).count > 1 { uneven += 1 }
        count += 1
      }
    }
    #expect(uneven * 100 <= count * 3, "\(uneven) of \(count)")
  }

  @Test func stepsAreOneTwoOrFiveTimesAPowerOfTen() {
    #expect(labels(0...4, rows: 5) == ["0", "2", "4"])
    #expect(labels(16...23, rows: 8) == ["16", "18", "20", "22"])
    #expect(labels(0...1.2, rows: 7) == ["0.0", "0.5", "1.0"])
    #expect(labels(-1...1, rows: 9) == ["−1.0", "−0.5", "0.0", "0.5", "1.0"])
    #expect(labels(0...90_000, rows: 5) == ["0", "50000"])
  }

  @Test func labelsHaveTheDigitsThatTheirStepNeeds() {
    #expect(labels(21.3...21.35, rows: 11) == ["21.30", "21.31", "21.32", "21.33", "21.34", "21.35"])
  }

  @Test func atLeastOneAtAnySizeAndNeverTwoOnNeighbouringRows() {
    for rows in 1...40 {
      for domain in [0.0...1.0, 0.123...0.124, -17...93, 1e9...(1e9 + 3), 3.3...3.4, 1e-12...2e-12, -5e20...5e20] {
        let scale = LinearScale(domain: domain, cells: rows, dotsPerCell: 4, isInverted: true)
        let ticks = Ticks.values(on: scale)
        #expect(!ticks.isEmpty, "\(domain) \(rows)")
        for (lower, upper) in zip(ticks, ticks.dropFirst()) {
          #expect(lower.cell - upper.cell >= 2, "\(domain) \(rows)")
        }
      }
    }
  }

  @Test func aTickStandsInTheCellOfItsValue() {
    let scale = LinearScale(domain: 17...23, cells: 9, dotsPerCell: 4, isInverted: true)
    for tick in Ticks.values(on: scale) { #expect(scale.cell(of: tick.value) == tick.cell) }
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
        let isNamed = [local.hoursAndMinutes, local.clock, local.dayAndMonth].contains(tick.label)
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
    #expect(text(0) == "1 Jan 00:00:00")
    #expect(text(-1) == "31 Dec 23:59:59")
    #expect(text(951_782_400) == "29 Feb 00:00:00")
    #expect(text(4_107_542_399, utcOffset: 1) == "1 Mar 00:00:00", "2100 is no leap year")
    #expect(text(start, utcOffset: -15 * 3_600) == "14 May 23:46:00")
    #expect(text(-62_167_219_200) == "1 Jan 00:00:00", "of the year 0")
  }
}
