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
  private let raster = KeptPicture<Chart>()
  private var drag = ChartDrag()
  /// What clicks are on.
  private var picture: (view: ConAirView, size: Size, clock: ClockTime, theme: Theme)?

  init(_ viewModel: ConAirViewModel, address: Property<SafeText?> = Property(value: nil)) {
    self.viewModel = viewModel
    self.address = address
    commands = Self.commands(viewModel)
  }

  var changes: Signal<Void, Never> { viewModel.state.signal.map(value: ()) }
  var isSpinning: Bool { viewModel.state.value.load.isUnderWay }

  func start() { viewModel.start() }
  func suspend(_ isSuspended: Bool) { viewModel.isSuspended.value = isSuspended }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let view = ConAirView(state: viewModel.state.value, raster: raster)
    picture = (view, canvas.size, context.clock, canvas.theme)
    view.draw(context, into: &canvas)
  }

  func point(_ event: MouseEvent) -> Bool {
    guard let (view, size, clock, theme) = picture,
      let (plot, place) = view.plot(under: event, size: size, clock: clock, theme: theme)
    else {
      drag.end()
      return false
    }
    let gestures = drag.gestures(for: event.action, at: place, of: plot)
    for gesture in gestures { viewModel.gestures.send(gesture) }
    return !gestures.isEmpty
  }

  var hasTrouble: Bool {
    let state = viewModel.state.value
    return state.trouble != nil || state.silentSince != nil
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

// MARK: - Commands

extension ConAirPane {
  /// What keys can do now, in one value: a state that changes nothing of it is told to no command.
  private struct Mode: Sendable, Equatable {
    var hasChart: Bool
    var hasMark: Bool
    var isFollowing: Bool
    var isPaused: Bool

    init(_ state: ConAirState) {
      hasChart = state.latest != nil
      hasMark = state.chart.cursor != nil
      isFollowing = state.isFollowing
      isPaused = state.isPaused
    }
  }

  private static func commands(_ viewModel: ConAirViewModel) -> [Command] {
    let mode = viewModel.state.map(Mode.init).skipRepeats()
    let chart = ChartCommands(
      gestures: viewModel.gestures, hasChart: mode.map(\.hasChart), isFollowing: mode.map(\.isFollowing),
      isPaused: mode.map(\.isPaused))
    return chart.panning + chart.valuePanning + chart.viewing + [
      Command(
        "chart.unmark", "remove the mark", in: .charts, keys: [.escape, .backspace],
        hint: Command.Hint("no cursor", rank: 3), isEnabled: mode.map(\.hasMark)
      ) { viewModel.gestures.send(.mark(nil)) },
      .refresh { viewModel.refresh.send() },
    ]
  }
}
