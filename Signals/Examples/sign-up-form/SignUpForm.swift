// A form that validates: a password and its repetition, and a button that can be pressed when both are right.

import Signals

enum Complaint: Error { case short, different, taken }

@main enum SignUpForm {
  static func main() {
    let password = ValidatingProperty<String, Complaint>("") { $0.count >= 8 ? .valid : .invalid(.short) }
    let again = ValidatingProperty<String, Complaint>("", with: password) { text, password in
      text == password ? .valid : .invalid(.different)
    }
    let isComplete = password.result.combineLatest(with: again.result).map { !$0.isInvalid && !$1.isInvalid }
    let signUp = Action<String, String, Complaint>(enabledIf: isComplete) { name in
      name == "root" ? SignalProducer(error: .taken) : SignalProducer(value: "welcome, \(name)")
    }
    isComplete.skipRepeats().producer.startWithValues { print($0 ? "the button can be pressed" : "the button is grey") }
    signUp.values.observeValues { print($0) }
    signUp.errors.observeValues { print("refused: \($0)") }

    signUp.apply("ada").startWithFailed { print($0) }
    password.value = "short"
    password.value = "long enough"
    again.value = "long enouhg"
    again.value = "long enough"
    signUp.apply("root").start()
    signUp.apply("ada").start()
    password.value = "longer still"
  }
}
