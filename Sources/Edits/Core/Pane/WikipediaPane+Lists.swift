import Model
import PaneKit
import Signals
import Text

// The lists to choose from in the Wikipedia pane.

extension WikipediaPane {
  var paletteEntries: [PaletteEntry] {
    let shown = viewModel.state.value.chart.hasValues ? span : nil
    return PaletteEntry.spans(shown, of: id, kind: title) + conditionEntries + wikiEntries
  }

  private var conditionEntries: [PaletteEntry] {
    viewModel.conditions.map { [viewModel] named in
      let words = SafeText(oneLine: named.condition.text)
      return PaletteEntry(Self.conditionID(named.name), named.name, kind: "edits", words: words) {
        viewModel.toggleCondition(named.name)
      }
    }
  }

  /// The best known wikis, if there is a choice.
  private var wikiEntries: [PaletteEntry] {
    guard viewModel.state.value.followsWikis else { return [] }
    return Wiki.known.map { [viewModel] wiki in
      let (name, native) = (SafeText(oneLine: wiki.name), wiki.nativeLanguage ?? "")
      return PaletteEntry("wiki:\(wiki.name)", wiki.language, kind: name, words: "\(native) Wikipedia") {
        viewModel.send(.chooseWikis(WikiSelection([wiki.name])))
      }
    }
  }

  /// To watch the page and the user of the open or selected edit.
  var settingWishes: [SettingWish] {
    let state = viewModel.state.value
    let selected = state.selectedRow.map { state.recent[$0] }
    guard let event = (viewModel.edit.value?.opened.event ?? selected)?.event else { return [] }
    return [.watch(.title(event.title.string))] + (event.edit?.user.map { [.watch(.user($0.string))] } ?? [])
  }

  /// Lists the edits again among which one was chosen that was closed.
  func offerAgain(_ chosen: ChosenEdit) {
    switch chosen.list {
    case .contributions:
      if let again = viewModel.contributions(again: chosen) { offer(again, selecting: chosen.event.id) }
    case .hotPages: offerHotPages(selecting: chosen.event)
    }
  }

  func offer(_ contributions: ContributionsViewModel, selecting id: RecentEvent.ID? = nil) {
    let list = ContributionList(contributions: contributions, selected: id) { [viewModel] id in
      if let edit = contributions.edit(id) { viewModel.send(.openContribution(edit)) }
    } watch: { [viewModel] kind, event in
      viewModel.send(kind == .page ? .watchPage(of: event) : .watchUser(of: event))
    }
    layerInput.send(
      value: LayerRequest(openedBy: .wikipedia.contributions) {
        ChoiceOverlay(list.list($0.context), closingKeys: $0.openingKeys, close: $0.close)
      })
  }

  /// Lets a person choose the order of the list.
  func offerOrders() {
    let current = viewModel.state.value.order
    let hasRisks = viewModel.state.value.hasRisks || current == .risk
    let choices = EventOrder.allCases.filter { $0 != .risk || hasRisks }.map { order in
      Choice(id: order.rawValue, title: order.name, detail: order.detail, isCurrent: order == current)
    }
    layerInput.send(
      value: LayerRequest(
        ChoiceList("Sort", choices, openedBy: .wikipedia.sort) { [viewModel] choice in
          if let order = EventOrder(rawValue: choice.id) { viewModel.send(.sort(order)) }
        }))
  }

  /// Lets a person choose the wikis whose events are shown.
  func offerWikis() {
    let list = WikiList(current: viewModel.wikis.value, directory: viewModel.wikiDirectory()) { [viewModel] in
      viewModel.send(.chooseWikis($0))
    }
    layerInput.send(value: LayerRequest(list.list))
  }

  /// Lists the pages with the most editors, to show the latest edit of one.
  func offerHotPages(selecting event: RecentEvent? = nil) {
    let list = HotPageList(
      pages: viewModel.hotPages, hasWikis: viewModel.wikis.value.isSeveral, selected: event
    ) { [viewModel] page in
      viewModel.send(.openHotPage(page.id))
    } request: { [request] in
      request.send(value: $0)
    }
    layerInput.send(value: LayerRequest(list.list))
  }

  /// Lists what is watched, to stop watching a page or a user.
  func offerWatched() {
    let list = WatchList(watched: viewModel.watched) { [viewModel] in viewModel.send(.unwatch($0)) }
    layerInput.send(value: LayerRequest(list.list))
  }

  /// Lets a person leave out a part of the edits, or show it again, and choose one of the settings' conditions.
  func offerShown() {
    let (shown, chosen) = (viewModel.state.value.edits, viewModel.state.value.condition?.name)
    let conditions = viewModel.conditions.map { named in
      Choice(
        id: Self.conditionID(named.name), title: "only: \(named.name)", detail: SafeText(oneLine: named.condition.text),
        isCurrent: named.name == chosen)
    }
    let words = ShownEdits.Word.allCases.map { word in
      Choice(id: word.name, title: word.title, detail: word.detail, isCurrent: shown.has(word))
    }
    var list = ChoiceList(
      "Edits that are shown", conditions + words, verb: conditions.isEmpty ? "show or leave out" : "choose",
      openedBy: .wikipedia.chooseEdits
    ) { [viewModel] choice in
      if let named = viewModel.conditions.first(where: { Self.conditionID($0.name) == choice.id }) {
        viewModel.toggleCondition(named.name)
      }
      guard let word = ShownEdits.Word(name: choice.id) else { return }
      var edits = viewModel.state.value.edits
      edits.toggle(word)
      viewModel.send(.chooseEdits(edits))
    }
    list.selected = (conditions.first(where: \.isCurrent) ?? conditions.first)?.id
    layerInput.send(value: LayerRequest(list))
  }

  private static func conditionID(_ name: SafeText) -> String { "condition:\(name)" }
}

extension WikipediaViewModel {
  /// Chooses a condition of the settings by its name, or takes that back.
  fileprivate func toggleCondition(_ name: SafeText) {
    send(.chooseCondition(state.value.condition?.name == name ? nil : name))
  }
}

extension EventOrder {
  var name: SafeText {
    switch self {
    case .time: "time"
    case .size: "size"
    case .risk: "risk"
    }
  }

  fileprivate var detail: SafeText {
    switch self {
    case .time: "the newest first"
    case .size: "the largest change first"
    case .risk: "most likely to be reverted first (estimate)"
    }
  }
}
