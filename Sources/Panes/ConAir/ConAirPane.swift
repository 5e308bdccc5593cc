import Charting
import Foundation
import Model
import Screen
import Signals
import Text
import ViewModels

extension PaneID {
  public static let conAir: PaneID = "conair"
}

/// The ConAir pane: the latest temperature and its history.
@UI
final class ConAirPane: Pane {
  let id = PaneID.conAir
  let title: SafeText = "ConAir"
  let leastSize = Size(width: 48, height: 8)
  let commands: [Command]

  private let viewModel: ConAirViewModel
  private let address: Property<SafeText?>
  private let chart: ChartTile

  init(_ viewModel: ConAirViewModel, address: Property<SafeText?> = Property(value: nil)) {
    self.viewModel = viewModel
    self.address = address
    chart = ChartTile(gestures: viewModel.gestures, mode: viewModel.state.map(ChartTile.Mode.init).skipRepeats()) {
      viewModel.state.value.chart
    }
    commands =
      Self.selecting(viewModel) + chart.commands.moving + chart.commands.valuePanning + chart.commands.viewing
      + [chart.commands.cursorEnd, .refresh { viewModel.refresh.send() }]
  }

  var changes: Signal<Void, Never> { viewModel.state.signal.map(value: ()) }
  var isSpinning: Bool { viewModel.state.value.load.isUnderWay }

  func start() { viewModel.start() }
  func suspend(_ isSuspended: Bool) { viewModel.isSuspended.value = isSuspended }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    ConAirView(state: viewModel.state.value, picture: chart.picture).draw(context, into: &canvas)
  }

  func point(_ event: MouseEvent) -> Bool { chart.point(event) ?? false }

  var hasTrouble: Bool {
    let state = viewModel.state.value
    return state.trouble != nil || state.silentSince != nil || state.silence != nil
  }
  var origin: Origin? {
    let state = viewModel.state.value
    return state.isConfigured ? state.origin : nil
  }
  var hasAnswered: Bool { viewModel.state.value.latest != nil }

  func summary(_ theme: Theme) -> Span? {
    if hasTrouble { return .trouble(theme) }
    let state = viewModel.state.value
    return state.latest.map { Span(ConAirView.text(of: $0.celsius, in: state.unit, theme.glyphs), theme.plain) }
  }

  func diagnostics(_ context: PaneContext) -> [DiagnosticLine] {
    let state = viewModel.state.value
    let names = state.unreadRooms.joined(separator: ", ")
    let unread = state.unreadRooms.isEmpty ? [] : [DiagnosticLine("not read yet", names)]
    guard state.isConfigured else {
      return unread.isEmpty ? [DiagnosticLine("source", "no service is configured")] : unread
    }
    var lines = [DiagnosticLine.source(state.origin, at: address.value), .load(state.load, context)] + unread
    lines += DiagnosticLine.trouble(state.trouble, context)
    if let silentSince = state.silentSince {
      lines.append(DiagnosticLine("stale", "no answer since \(context.clock.seconds(min(silentSince, context.now)))"))
    }
    if let silence = state.silence { lines.append(DiagnosticLine("silent", silence)) }
    if state.rooms.count > 1 { lines.append(DiagnosticLine("rooms", "\(state.rooms.count)")) }
    if let latest = state.latest {
      lines.append(
        DiagnosticLine(
          "latest",
          "\(SafeText(state.unit.degrees(of: latest.celsius), decimals: 1)) degrees, \(context.freshness(of: latest.time))"
        ))
    }
    if let lead = ConAirView.text(ofLead: state.lead) { lines.append(DiagnosticLine("the server's clock", lead)) }
    lines.append(DiagnosticLine("points held", "\(state.chart.series.count)"))
    return lines
  }
}

extension ConAirPane {
  /// Where there are several rooms, their keys come before those that pan the values.
  private static func selecting(_ viewModel: ConAirViewModel) -> [Command] {
    let hasRooms = viewModel.state.map { $0.rooms.count > 1 }.skipRepeats()
    func command(_ id: Command.ID, _ name: SafeText, _ keys: [KeyEvent], _ lines: Int) -> Command {
      Command(
        id, "select a room", name: name, in: .charts, keys: keys, hint: Command.Hint("room", rank: 1),
        isEnabled: hasRooms
      ) { viewModel.moves.send(lines) }
    }
    return [
      command("room.previous", "select the room above", [.up, "k"], -1),
      command("room.next", "select the room below", [.down, "j"], 1),
    ]
  }
}

extension ChartTile.Mode {
  fileprivate init(_ state: ConAirState) {
    self.init(
      hasChart: state.latest != nil, hasCursor: state.chart.cursor != nil, isFollowing: state.isFollowing,
      isPaused: state.isPaused)
  }
}
