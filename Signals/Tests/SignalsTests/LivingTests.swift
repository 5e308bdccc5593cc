import Foundation
import Signals
import SignalsTesting
import Testing

#if DEBUG
  /// What is alive, in a debug build: by name, with the place where it was made.
  @Suite struct LivingTests {
    private final class Kept {
      var object: AnyObject?
    }

    private let kept = Kept()

    @Test func whatIsAliveIsNamedWithItsPlaceAndWhomItObserves() throws {
      let line = #line + 1
      let mine = LeakCheck.streamsLeft {
        let (signal, input) = Signal<Int, Never>.pipe()
        let texts = signal.map { "\($0)" }
        let lengths = texts.filter { !$0.isEmpty }.map { $0.count }
        lengths.observeValues { _ in }
        kept.object = input
      }
      let place = { (offset: Int) in "LivingTests.swift:\(line + offset)" }
      let source = try #require(mine.first { $0.observes == [] })
      #expect(source.type == "Signal<Int, Never>" && source.place == place(1))
      #expect(source.observers == ["map at \(place(2))"])
      let mapped = try #require(mine.first { $0.place == place(2) })
      #expect(mapped.observes == ["map of Signal<Int, Never> at \(place(1))"])
      #expect(mapped.observers == ["filter at \(place(3))"])
      #expect(mine.contains { $0.observers == ["closure at \(place(4))"] })
      #expect(source.description == "Signal<Int, Never> at \(place(1)), observed by map at \(place(2))")
      #expect(Set(living().map(\.type)).contains("Signal<Int, Never>"))
    }

    @Test func operatorsOfTimeAndFlatteningAreNamed() {
      let scheduler = TestScheduler()
      var kept: [Any] = []
      let left = LeakCheck.streamsLeft {
        let (signal, input) = Signal<Int, Never>.pipe()
        let resting = signal.debounce(1, on: scheduler)
        let flat = signal.flatMap(.latest) { SignalProducer<Int, Never>(value: $0) }
        kept = [input, resting, flat]
      }
      let observers = Set(left.flatMap(\.observers).compactMap { $0.components(separatedBy: " at ").first })
      #expect(observers.contains("debounce"), "\(observers)")
      #expect(observers.contains { $0.lowercased().contains("latest") }, "\(observers)")
      withExtendedLifetime(kept) {}
    }

    @Test func nothingIsLeftWhereAllHasEnded() {
      let left = LeakCheck.streamsLeft {
        let (signal, input) = Signal<Int, Never>.pipe()
        signal.map { $0 }.observeValues { _ in }
        input.sendCompleted()
      }
      #expect(left == [])
    }

    @Test func whatIsStillHeldIsFound() {
      let left = LeakCheck.streamsLeft {
        let leaked = MutableProperty(1)
        kept.object = leaked
      }
      #expect(left.map(\.type) == ["Signal<Int, Never>"])
      #expect(left.first?.place?.hasPrefix("LivingTests.swift:") == true)
      kept.object = nil
      #expect(LeakCheck.streamsLeft {} == [])
    }

    @Test func whatIsReleasedWhileItIsLookedForDoesNoHarm() async {
      await onThreads(4) { thread in
        for round in 0..<20 {
          if thread == 0 {
            _ = living().count
          } else {
            let (signal, input) = Signal<Int, Never>.pipe()
            signal.map { $0 + round }.observeValues { _ in }
            input.sendCompleted()
          }
        }
      }
    }

    /// A thread that looks at all streams holds them for a moment, in which another looks for what it has left.
    @Test func nobodyWhoLooksKeepsAliveWhatAnotherLooksFor() async {
      await onThreads(4) { thread in
        for _ in 0..<300 {
          if thread == 0 { _ = living().count }
          var survivors: [String] = []
          let left = LeakCheck.streamsLeft {
            survivors = LeakCheck.survivors { check in
              let (signal, input) = Signal<Int, Never>.pipe()
              check.watch(check.watch(signal, "source").map { $0 + 1 }, "output")
              withExtendedLifetime(input) {}
            }
          }
          #expect(survivors == [] && left == [])
        }
      }
    }
  }
#endif
