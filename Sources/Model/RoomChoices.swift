import Foundation
import Text

/// What a person chose of the rooms of a chart, and finds again at the next start.
public struct RoomChoices: Sendable, Hashable {
  /// The rooms whose lines are not drawn.
  public var hidden: Set<Room.Mark>
  /// The room that is shown alone.
  public var alone: Room.Mark?
  /// How much time the chart shows; `nil` where nothing was chosen.
  public var span: RoomSpan?

  public init(hidden: Set<Room.Mark> = [], alone: Room.Mark? = nil, span: RoomSpan? = nil) {
    self.hidden = hidden
    self.alone = alone
    self.span = span
  }

  /// What has to be kept so that these choices are found again, where the former ones are.
  public func changes(since former: RoomChoices) -> [StateChange] {
    hidden.symmetricDifference(former.hidden).sorted().map { .isHidden($0, hidden.contains($0)) }
      + (alone == former.alone ? [] : [.alone(alone)])
      + (span == former.span ? [] : span.map { [.span($0)] } ?? [])
  }
}

extension Room {
  /// A room's identity as text: the same at each start of the program, and without a password that its address may have.
  public typealias Mark = String

  /// What the room is called where there are others.
  public var label: SafeText { name ?? kind.label }
}

extension Room.ID {
  public var mark: Room.Mark {
    let parts = source.mark + ["\(source.ordinal)"] + (key.map { [$0.mark] } ?? [])
    // A space, and what stands for one in the parts, cannot be confused.
    return parts.map { $0.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: " ", with: "%20") }
      .joined(separator: " ")
  }
}

extension RoomSourceEntry.ID {
  fileprivate var mark: [String] {
    func bare(_ url: URL) -> String {
      guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "" }
      (parts.user, parts.password) = (nil, nil)
      return parts.string ?? ""
    }
    return switch source {
    case .conAir(let url, let sensor): ["conair", bare(url)] + (sensor.map { [$0] } ?? [])
    case .prometheus(let url, let query): ["prometheus", bare(url), query]
    case .metrics(let url): ["metrics", bare(url)]
    case .openMeteo(let latitude, let longitude): ["open-meteo", "\(latitude)", "\(longitude)"]
    case .homeAssistant(let url, let entities): ["home-assistant", bare(url)] + entities
    case .sensors: ["sensors"]
    case nil: ["unnamed"]
    }
  }
}
