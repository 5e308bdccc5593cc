import Foundation
import PaneKit
import Signals

/// The text of an open edit, or of the selected one beside the list. It is requested when the edit is open or has rested,
/// unless it is cached: revisions never change. The next edit cancels the request.
final class EditViewModel: Sendable {
  typealias Text = (answer: EditAnswer?, load: LoadState, trouble: ServiceFailure?)

  let text: Property<Text>

  private enum Ask: Sendable { case text }

  private let load: Load<Ask, EditAnswer>

  /// - Parameters:
  ///   - openings: Sends the edits that are opened. If it is this one, its text is requested at once.
  ///   - held: The text, if it is cached.
  ///   - hold: Receives the answer.
  ///   - refresh: Requests the text again.
  init(
    _ key: OpenedEdit.Key, _ edit: OpenedEdit, openings: Signal<OpenedEdit.Key, Never>,
    holding held: EditAnswer?, hold: Signal<HeldEdits.Entry, Never>.Observer,
    source: any WikiEditSource, refresh: Signal<Void, Never>, on scheduler: any DateScheduler
  ) {
    let hasRested = Property(
      initial: edit.rest == 0,
      then: SignalProducer.timer(at: scheduler.currentDate + edit.rest, on: scheduler).map(value: true)
        .merge(with: openings.producer.filter { $0 == key }.map(value: true)))
    load = Load(
      asks: refresh.map(value: .text),
      repeating: .afterFailure(
        of: .text,
        .exponential(initial: 60, maximum: 900)),
      while: hasRested.map { $0 && held == nil }, on: scheduler
    ) { _, _ in source.diff(of: key.revision, from: key.origin) }
    load.events.compactMap(\.value).observeValues { hold.send(value: (key, $0)) }
    text = load.state.map { load in
      let answer = load.value ?? held
      // A resting edit counts as loading, so that the frame does not change when the request is made.
      let isExpected = answer == nil && load.trouble == nil
      let isUnderWay = isExpected || load.asking != nil
      return (
        answer: answer, load: isUnderWay ? (answer == nil ? .loading : .reloading) : load.progress,
        trouble: load.trouble
      )
    }
    .skipRepeats { $0 == $1 }
  }
}

extension EditViewModel {
  /// Returns the presented edit with its text, whose view model lives while the edit is presented.
  ///
  /// - Parameter refresh: Requests the text again.
  static func state(
    of presented: Property<OpenedEdit?>, source: any WikiEditSource, refresh: Signal<Void, Never>,
    on scheduler: any DateScheduler
  ) -> Property<EditState?> {
    let (answers, hold) = Signal<HeldEdits.Entry, Never>.pipe()
    let held = Property(initial: HeldEdits(), then: answers.scan(into: HeldEdits()) { $0.insert($1.key, $1.answer) })
    let openings = presented.signal.compactMap { edit in edit?.rest == 0 ? edit?.key : nil }
    let texts = presented.withMembers(of: \.withText, keyedBy: \.key) { edit, key in
      EditViewModel(
        key, edit, openings: openings, holding: held.value.answer(of: key), hold: hold, source: source,
        refresh: refresh, on: scheduler)
    }
    return Property(
      following: texts.producer.flatMap(.latest) { opened, texts -> SignalProducer<EditState?, Never> in
        guard let opened, let text = texts.first?.text else { return SignalProducer(value: nil) }
        return text.producer.map { EditState(opened, answer: $0.answer, load: $0.load, trouble: $0.trouble) }
      }
      .skipRepeats())
  }
}

extension OpenedEdit? {
  /// The open edit with what identifies its text, if one is open whose text can be requested.
  fileprivate var withText: [(edit: OpenedEdit, key: OpenedEdit.Key)] {
    self.flatMap { edit in edit.key.map { [(edit, $0)] } } ?? []
  }
}

/// The cached texts of the edits read last, the latest at the end, so that reopening an edit takes no request.
struct HeldEdits: Sendable {
  typealias Entry = (key: OpenedEdit.Key, answer: EditAnswer)

  private static let limit = 50
  /// The limit of all cached texts in bytes, besides the latest.
  private static let sizeLimit = 8 << 20

  private var entries: [(key: OpenedEdit.Key, answer: EditAnswer, size: Int)] = []

  mutating func insert(_ key: OpenedEdit.Key, _ answer: EditAnswer) {
    entries.removeAll { $0.key == key }
    // A hidden or deleted text may be restored.
    guard case .diff(let diff) = answer else { return }
    entries.append((key, answer, diff.size))
    while entries.count > Self.limit || entries.count > 1 && size > Self.sizeLimit { entries.removeFirst() }
  }

  private var size: Int { entries.reduce(0) { $0 + $1.size } }

  func answer(of key: OpenedEdit.Key) -> EditAnswer? { entries.last { $0.key == key }?.answer }
}
