import Model
import Signals
import Text

/// Reports to the person which items of a service's answers were left out because they are unreadable.
///
/// Each list is reported once, and again only if more of it is missing than before: a sensor that sends one bad reading a
/// minute is not reported each minute.
package final class SkippedItems: Sendable {
  package let notices: Signal<SafeText, Never>
  private let report: Signal<Report, Never>.Observer

  private struct Report: Sendable {
    var plural: SafeText
    var count: Int
    /// `nil` for a stream, which has no total.
    var total: Int?
  }

  /// - Parameter service: The service's name.
  package init(of service: SafeText) {
    let (reports, report) = Signal<Report, Never>.pipe()
    self.report = report
    notices =
      reports
      .scanMap(into: [SafeText: Int]()) { told, report -> SafeText? in
        guard report.count > told[report.plural] ?? 0 else { return nil }
        told[report.plural] = report.count
        guard let total = report.total else { return "\(service): \(report.plural) that cannot be read are left out" }
        return
          "\(service): \(report.count) of \(total) \(report.plural) cannot be read and \(report.count == 1 ? "is" : "are") left out"
      }
      .skipNil()
  }

  /// Records the items left out of a list.
  package func note<Element>(_ list: ReadableList<Element>) {
    report.send(
      value: Report(plural: Element.plural, count: list.leftOut, total: list.elements.count + list.leftOut))
  }

  /// Records that an item of a stream was left out.
  package func note(inStreamOf plural: SafeText) { report.send(value: Report(plural: plural, count: 1)) }
}
