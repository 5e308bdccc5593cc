import Foundation
import Model
import PaneKit
import Signals
import Text

/// The chosen wikis that do not exist: without them a pane would show a rate of zero for ever.
///
/// A name that is not known for certain is looked up in the list of all wikis, which the cache may have. While there is no
/// list, only wikis that are known to be closed are told: a failed look is no answer.
enum MissingWikis {
  /// - Parameters:
  ///   - isConnected: Whether there is a connection, so that a list can be expected.
  ///   - directory: Makes a directory, which requests the list if necessary.
  /// - Returns: The names of the missing ones, again when others are chosen.
  static func names(
    among wikis: Property<WikiSelection>, isConnected: SignalProducer<Bool, Never>,
    directory: @escaping @Sendable () -> WikiDirectory?
  ) -> SignalProducer<[String], Never> {
    // What is known for certain takes a millisecond to put together, which the first frame does not wait for.
    let doubtful = wikis.producer.combineLatest(with: isConnected).map { wikis, isConnected in
      isConnected ? wikis.names.filter { !WikiNames.isCertain($0) } : []
    }
    return doubtful.skipRepeats()
      .flatMap(.latest) { names -> SignalProducer<[String], Never> in
        guard !names.isEmpty, let directory = directory() else {
          return SignalProducer(value: names.filter(WikiNames.isClosed))
        }
        return directory.state.producer.map { state in
          withExtendedLifetime(directory) {
            guard !state.isLoading, state.trouble == nil else { return names.filter(WikiNames.isClosed) }
            let listed = Set(state.wikis.map(\.name))
            return names.filter { !listed.contains($0) }
          }
        }
      }
      .skipRepeats()
  }

  /// Returns the trouble of the missing ones among the chosen wikis; `nil` if none is missing.
  static func trouble(_ missing: [String], of wikis: WikiSelection, since: Date) -> ServiceFailure? {
    let names = missing.filter(wikis.names.contains)
    guard let first = names.first else { return nil }
    let others: SafeText = names.count > 1 ? " and \(names.count - 1) more" : ""
    return ServiceFailure(
      .notFound("an open wiki called \(SafeText(label: first))\(others); w chooses another"), since: since)
  }
}
