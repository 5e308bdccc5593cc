import Foundation
import PaneKit
import Signals

extension WikiFeed {
  /// Sends the feed's updates, counted where they arrive and handed over to the interface in batches.
  ///
  /// An update is stamped and counted where it arrives, however busy the interface is, and the ends of windows are merged with
  /// the updates. A batch of them takes one hop.
  func batches(
    reconnecting again: Signal<Void, Never>, watching watched: Property<WatchedEdits>,
    while isListening: Property<Bool>,
    on scheduler: any DateScheduler
  ) -> SignalProducer<WikipediaBatch, Never> {
    let updates = updates(reconnecting: again).map { WikipediaIntake.Input.update($0, at: scheduler.currentDate) }
    let windowEnds = SignalProducer.timer(every: EditRate.window, aligned: true, on: scheduler)
      .map { WikipediaIntake.Input.tick($0) }
    return watched.producer.map { WikipediaIntake.Input.watch($0) }
      .merge(with: updates).merge(with: windowEnds)
      .scanMap(into: WikipediaIntake(origin: origin)) { $0.reduce($1) }
      .conflate(every: WikipediaViewModel.updateInterval, into: WikipediaBatch(), on: scheduler) { $0.append($1) }
      .active(while: isListening)
  }
}

extension WikipediaViewModel {
  /// The seconds between two updates of the state.
  static let updateInterval: TimeInterval = 1.0 / 30
}
