import Foundation
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit

/// A field, and the words that it has put in force.
private struct Filter: Sendable {
  private var field = FilterField()
  private(set) var words = FilterWords("")

  var state: FilterState { field.state(words) }

  mutating func reduce(_ change: FilterField.Change) { words = field.reduce(change) ?? words }
}

@Suite struct FilterFieldTests {
  @Test func theWordsFollowTheTextWhenItIsApplied() {
    var field = Filter()
    field.reduce(.begin)
    field.reduce(.edit(.insert("Łódź swift")))
    #expect(field.state.words == FilterWords(""))
    field.reduce(.applyText)
    #expect(field.state.words == FilterWords("lodz SWIFT"))
    field.reduce(.edit(.deleteToSpace))
    field.reduce(.applyText)
    #expect(field.state.words == FilterWords("lodz"))
  }

  /// A list is filtered again only by other words.
  @Test func wordsAreGivenOncePerText() {
    var field = FilterField()
    #expect(field.reduce(.begin) == nil)
    #expect(field.reduce(.edit(.insert("rails"))) == nil)
    #expect(field.reduce(.applyText) == FilterWords("rails"))
    #expect(field.reduce(.applyText) == nil)
    #expect(field.reduce(.accept) == nil)
    #expect(field.reduce(.clear) == FilterWords(""))
    #expect(field.reduce(.clear) == nil)
  }

  @Test func acceptingAndClearingApplyTheTextAtOnce() {
    var field = Filter()
    field.reduce(.begin)
    field.reduce(.edit(.insert("rails")))
    field.reduce(.accept)
    #expect(field.state.words == FilterWords("rails"))
    #expect(!field.state.isEditing)
    #expect(field.state.isShown)
    field.reduce(.begin)
    field.reduce(.edit(.insert("!")))
    #expect(field.state.field.text == "rails!", "the text is taken up again")
    field.reduce(.clear)
    #expect(field.state == FilterState())
  }

  @Test func lettersAreTextOnlyWhileTheFieldHasTheKeys() {
    var field = Filter()
    field.reduce(.edit(.insert("q")))
    field.reduce(.accept)
    #expect(field.state == FilterState())
  }

  // MARK: Time

  private func fields(on scheduler: any DateScheduler) -> (edits: Signal<TextEdit, Never>.Observer, Property<Filter>) {
    let (edits, edit) = Signal<TextEdit, Never>.pipe()
    var field = Filter()
    field.reduce(.begin)
    let actions = edits.map(FieldAction.edit)
    let changes = Signal<FilterField.Change, Never>.merge(
      actions.map { .init($0) }, actions.pacedEdits(on: scheduler).map(value: .applyText))
    return (edit, Property(initial: field, then: changes.scan(into: field) { $0.reduce($1) }))
  }

  @Test func whileSomebodyTypesTheWordsFollowAtMostTenTimesASecond() {
    let scheduler = TestScheduler()
    let (edit, field) = fields(on: scheduler)
    let words = Counter(field.map(\.state.words).skipRepeats().signal)
    for letter in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] as [SafeText] {
      edit.send(value: .insert(letter))
      scheduler.advance(by: .milliseconds(25))
    }
    #expect(words.count == 3)
    #expect(field.value.state.field.text == "abcdefghij")
    scheduler.advance(by: .seconds(1))
    #expect(field.value.state.words == FilterWords("abcdefghij"), "the last letter is not lost")
    #expect(words.count == 4)
    #expect(scheduler.scheduledCount == 0)
  }

  /// As the interface's loop does, which has no other work just then.
  @Test func aSchedulerThatActsAtOnceAppliesWhatWasTypedAndNotWhatWasThereBefore() {
    let (edit, field) = fields(on: PromptScheduler(TestScheduler()))
    edit.send(value: .insert("a"))
    #expect(field.value.state.words == FilterWords("a"))
  }
}

/// A scheduler that runs at once what is not for later, and has another one's clock.
final class PromptScheduler: DateScheduler {
  private let clock: TestScheduler

  init(_ clock: TestScheduler) { self.clock = clock }

  var currentDate: Date { clock.currentDate }
  var isCurrent: Bool { true }

  func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    action()
    return nil
  }

  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    clock.schedule(after: date, action: action)
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? {
    clock.schedule(after: date, interval: interval, leeway: leeway, action: action)
  }
}
