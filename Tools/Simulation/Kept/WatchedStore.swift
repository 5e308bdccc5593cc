import Foundation
import Model
import Rooms
import Signals
import Text

/// A store whose changes are noted, and which loses those of one kind for ``PlantedFault/drops(_:)``.
struct WatchedStore: StateStore {
  let store: any StateStore
  let keeping: Keeping
  /// `nil` for a store that loses nothing.
  let lost: KeptKind?

  func keep(_ change: any StateChange) {
    keeping.note(change)
    if lost == nil || KeptKind(change) != lost { store.keep(change) }
  }

  func answer<Query: StateQuery>(to query: Query) -> SignalProducer<Query.Answer, Never> {
    query is FirstReport && lost == .item(.roomEvents)
      ? SignalProducer(value: query.otherwise) : store.answer(to: query)
  }

  var remembered: SignalProducer<RememberedState, Never> { store.remembered }
  var written: Signal<any StateChange, Never> { store.written }
  var notices: Signal<SafeText, Never> { store.notices }
}
