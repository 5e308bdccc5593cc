import Model
import Screen
import Signals
import Text

/// A feature as the interface has it: its pane, and what goes past the pane. The interface knows features only as a list of these.
@UI
package protocol Feature: AnyObject {
  /// What rules hold for; `nil` if rules are not for it.
  var ruleSource: RuleSource? { get }
  /// Sentences that answer what a person did in the pane, sent on any thread.
  var answers: Signal<SafeText, Never> { get }
  /// Sentences to the person that come by themselves, sent on any thread.
  var notices: Signal<SafeText, Never> { get }
  /// The terminal's bell, on the interface's scheduler.
  var bells: Signal<Void, Never> { get }
  /// What the desktop may notify of, sent on any thread.
  var desktopNotices: Signal<DesktopNotice, Never> { get }
  /// Creates the pane, once.
  ///
  /// - Parameter matches: What the rules hold for.
  func makePane(_ matches: Property<RuleMatches>) -> any Pane
  /// Starts what is needed whether or not the pane is shown. The first frame has been drawn by then.
  func start()
}

extension Feature {
  package var ruleSource: RuleSource? { nil }
  package var answers: Signal<SafeText, Never> { .never }
  package var notices: Signal<SafeText, Never> { .never }
  package var bells: Signal<Void, Never> { .never }
  package var desktopNotices: Signal<DesktopNotice, Never> { .never }
  package func start() {}
}

/// Makes a feature, given the settings in force, what is remembered, and the interface's scheduler.
package typealias FeatureMaker = @UI (Property<Settings>, Memory, any DateScheduler) -> any Feature

/// A feature besides the program's own.
package struct OtherFeature {
  package let pane: PaneDescription
  package let make: FeatureMaker

  package init(_ pane: PaneDescription, make: @escaping FeatureMaker) { (self.pane, self.make) = (pane, make) }
}

extension Signal where Value == Void, Error == Never {
  /// Sends to an observer, if there is one.
  package func tell(_ observer: Observer?) -> (any Disposable)? {
    observer.flatMap { observer in observeValues { observer.send(value: ()) } }
  }
}
