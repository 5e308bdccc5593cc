import Assembly
import Edits
import Foundation
import Model
import ModelTesting
import PaneKit
import Questions
import Rooms
import Screen
import Signals
import SignalsTesting
import Text

/// The complete ``Interface`` on a scheduler that is advanced manually, drawing into a ``MemoryDisplay``.
@UI
package final class SimulatedProgram {
  package let display: MemoryDisplay
  nonisolated package let interface: Interface
  /// Whether a person has quit.
  package var hasQuit: Bool { end.hasCome }

  nonisolated package var stackOverflow: StackOverflowViewModel { interface.stackOverflow }
  nonisolated package var wikipedia: WikipediaViewModel { interface.wikipedia }
  nonisolated package var rooms: RoomsViewModel { interface.rooms }
  nonisolated package var dashboard: Dashboard { interface.dashboard }
  package var panes: [any Pane] { interface.panes }
  package var shell: Shell { interface.shell }

  private let end = End()

  @UI private final class End {
    var hasCome = false
  }

  /// Creates the interface before any service has started; nothing is drawn.
  ///
  /// - Parameters:
  ///   - others: Features in addition to the program's own.
  ///   - clock: The scheduler that everything runs on.
  ///   - perform: Calls a closure as an action of the scheduler.
  package init(
    _ dependencies: InterfaceDependencies, size: Size, theme: Theme = Theme(), others: [OtherFeature] = [],
    on clock: any DateScheduler, perform: (() -> Interface) -> Interface
  ) {
    display = MemoryDisplay(size: size, theme: theme)
    interface = perform { [display, end] in
      Interface(dependencies, others: others, display: display, on: clock, quit: { end.hasCome = true })
    }
  }

  /// Starts the services, as the program does after its first frame.
  package func start() { interface.start() }
}
