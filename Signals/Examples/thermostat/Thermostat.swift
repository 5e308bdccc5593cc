// A thermostat: what the heater does changes what the thermometer shows, which changes what the heater does.

import Signals
import SignalsTesting

@main enum Thermostat {
  static func main() {
    let clock = TestScheduler()
    let isHeating = MutableProperty(false)
    let degrees = MutableProperty(19.0)

    // A minute of heating makes the room half a degree warmer, a minute without it a quarter colder.
    degrees
      <~ SignalProducer.timer(interval: .seconds(60), on: clock)
      .withLatest(from: isHeating).withLatest(from: degrees)
      .map { minute, degrees in degrees + (minute.1 ? 0.5 : -0.25) }
    // On below 18.5, off above 20: what lies between changes nothing.
    isHeating
      <~ degrees.producer.scan(false) { isOn, degrees in degrees < 18.5 || (isOn && degrees <= 20) }.skipRepeats()

    isHeating.signal.observeValues { isOn in
      let minute = Int(clock.currentDate.timeIntervalSinceReferenceDate / 60)
      print("minute \(minute), \(degrees.value) degrees: the heater goes \(isOn ? "on" : "off")")
    }
    clock.advance(by: 30 * 60)
  }
}
