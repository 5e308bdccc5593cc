import Model
import Signals

// What the panes still ask for until they own scroll and layout, and send into the inputs. Goes with them.

extension StackOverflowViewModel {
  final class Shim: Sendable {
    let visibleRows = MutableProperty(10)
    let layout = MutableProperty(ReadingLayout(question: nil, lines: 0, visibleLines: 0, answerLines: []))
    let scroll = MutableProperty(0)

    /// Scrolls as far as the text allows.
    func scroll(to line: Int) {
      scroll.value = min(max(0, line), max(0, layout.value.lines - layout.value.visibleLines))
    }
  }

  public var visibleRows: MutableProperty<Int> { shim.visibleRows }
  public var readingLayout: MutableProperty<ReadingLayout> { shim.layout }

  /// Where keys go.
  public var context: Property<InputContext> {
    state.map { $0.takesText ? .filter : $0.reading == nil ? .questionList : .question }.skipRepeats()
  }

  /// An open question starts at its top, and stays within its text when the screen changes.
  func followLayout() {
    shim.layout.signal.map(\.question).skipRepeats().observeValues { [weak shim] _ in shim?.scroll.value = 0 }
    shim.layout.signal.observeValues { [weak shim] _ in shim.map { $0.scroll(to: $0.scroll.value) } }
  }

  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    let page = max(1, (state.value.reading == nil ? visibleRows.value : shim.layout.value.visibleLines) - 1)
    switch command {
    case .refresh: refresh.send()
    case .move(.pages(let count)): perform(.move(.lines(count.multipliedReportingOverflow(by: page).partialValue)))
    case .move(let motion) where state.value.reading != nil: scroll(motion)
    case .move(let motion): moves.send(motion)
    case .nextAnswer: shim.layout.value.answerLines.first { $0 > shim.scroll.value }.map(shim.scroll)
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

  private func scroll(_ motion: Motion) {
    switch motion {
    case .lines(let count), .pages(let count): shim.scroll(to: shim.scroll.value.clampedSum(count))
    case .start: shim.scroll(to: 0)
    case .end: shim.scroll(to: .max)
    }
  }
}

extension ReadingState {
  func scrolled(to line: Int) -> ReadingState {
    var state = self
    state.scroll = line
    return state
  }
}
