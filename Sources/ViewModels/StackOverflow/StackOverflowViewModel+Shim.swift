import Model
import Signals

// What the panes still ask for until they own scroll and layout, and send into the inputs. Goes with them.

extension StackOverflowViewModel {
  final class Shim: Sendable {
    let visibleRows = MutableProperty(10)
    let layout = MutableProperty(ReadingLayout(question: nil, lines: 0, visibleLines: 0, answerLines: []))
    /// The first visible line of each open question.
    let scrolls = MutableProperty<[Question.ID: Int]>([:])

    /// How often the next answer was asked for before the text was laid out.
    let awaitedAnswers = MutableProperty(0)

    func scrollToNextAnswer(_ id: Question.ID) {
      guard layout.value.question == id else { return awaitedAnswers.value += 1 }
      let line = scrolls.value[id] ?? 0
      if let next = layout.value.answerLines.first(where: { $0 > line }) { scroll(id, to: next) }
    }

    /// Scrolls as far as the text allows, once it is laid out.
    func scroll(_ id: Question.ID, to line: Int) {
      let isLaidOut = layout.value.question == id
      let last = isLaidOut ? max(0, layout.value.lines - layout.value.visibleLines) : .max
      scrolls.value[id] = min(max(0, line), last)
    }
  }

  public var visibleRows: MutableProperty<Int> { shim.visibleRows }
  public var readingLayout: MutableProperty<ReadingLayout> { shim.layout }

  /// Where keys go.
  public var context: Property<InputContext> {
    state.map { $0.takesText ? .filter : $0.reading == nil ? .questionList : .question }.skipRepeats()
  }

  /// An open question stays within its text when the screen changes.
  func followLayout() {
    shim.layout.signal.observeValues { [weak shim] layout in
      guard let shim, let id = layout.question else { return }
      if let line = shim.scrolls.value[id] { shim.scroll(id, to: line) }
      for _ in 0..<shim.awaitedAnswers.swap(0) { shim.scrollToNextAnswer(id) }
    }
  }

  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    if let id = state.value.reading?.question.id, performReading(command, id) { return }
    switch command {
    case .refresh: refresh.send()
    case .move(.pages(let count)): moves.send(.lines(count * max(1, visibleRows.value - 1)))
    case .move(let motion): moves.send(motion)
    case .selectQuestion(let id): selections.send(id)
    case .open: open.send()
    case .back: close.send()
    case .selectTab(let index): tabSelections.send(index)
    case .nextTab: nextTab.send()
    case .previousTab: previousTab.send()
    case .editFilter: editFilter.send()
    case .edit(let edit): edits.send(edit)
    case .acceptFilter: acceptFilter.send()
    case .clearFilter: clearFilter.send()
    default: break
    }
  }

  /// Returns whether the command is about the text of the open question.
  private func performReading(_ command: Command, _ id: Question.ID) -> Bool {
    let line = shim.scrolls.value[id] ?? 0
    switch command {
    case .move(.lines(let count)): shim.scroll(id, to: line.clampedSum(count))
    case .move(.pages(let count)):
      shim.scroll(id, to: line.clampedSum(count * max(1, shim.layout.value.visibleLines - 1)))
    case .move(.start): shim.scroll(id, to: 0)
    case .move(.end): shim.scroll(id, to: .max)
    case .nextAnswer: shim.scrollToNextAnswer(id)
    case .back:
      shim.scrolls.value[id] = nil
      return false
    default: return false
    }
    return true
  }
}

extension ReadingState {
  func scrolled(by scrolls: [Question.ID: Int]) -> ReadingState {
    var state = self
    state.scroll = scrolls[question.id] ?? 0
    return state
  }
}
