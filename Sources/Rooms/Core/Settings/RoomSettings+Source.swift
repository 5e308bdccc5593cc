import Foundation
import Text

// A source of temperatures is described here: what the settings have of it, what it is called, and how it is known again.
// Its client is made in RoomClients.

extension RoomSettings {
  /// The source of a room's temperatures.
  public enum Source: Sendable, Hashable {
    /// A ConAir server, by the address of its readings (`http://pi.local:8642/data/`), and one of its sensors if it has
    /// several.
    case conAir(URL, sensor: String? = nil)
    /// A Prometheus server, by its base address, and an expression for it.
    case prometheus(URL, query: String)
    /// A page in the text format that Prometheus scrapes.
    case metrics(URL)
    /// The weather of a place, by latitude and longitude in degrees.
    case openMeteo(latitude: Double, longitude: Double)
    /// A Home Assistant server, and the ids of its entities; empty for all temperatures.
    case homeAssistant(URL, entities: [String])
    /// This machine's own sensors.
    case sensors
  }
}

extension RoomSettings.Source {
  public var kind: RoomSourceKind {
    switch self {
    case .conAir: .conAir
    case .prometheus: .prometheus
    case .metrics: .metrics
    case .openMeteo: .openMeteo
    case .homeAssistant: .homeAssistant
    case .sensors: .thisMachine
    }
  }

  /// The address of the server; `nil` if the settings have none.
  public var address: URL? {
    switch self {
    case .conAir(let url, _), .prometheus(let url, _), .metrics(let url), .homeAssistant(let url, _): url
    case .openMeteo, .sensors: nil
    }
  }

  /// The parts that identify the source across restarts. They are stored, so they must not change.
  var mark: [String] {
    switch self {
    case .conAir(let url, let sensor): ["conair", bare(url)] + (sensor.map { [$0] } ?? [])
    case .prometheus(let url, let query): ["prometheus", bare(url), query]
    case .metrics(let url): ["metrics", bare(url)]
    case .openMeteo(let latitude, let longitude): ["open-meteo", "\(latitude)", "\(longitude)"]
    case .homeAssistant(let url, let entities): ["home-assistant", bare(url)] + entities
    case .sensors: ["sensors"]
    }
  }

  /// Returns an address without credentials.
  private func bare(_ url: URL) -> String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "" }
    (parts.user, parts.password) = (nil, nil)
    return parts.string ?? ""
  }
}

/// The kind of a source, by the name of its key in the settings.
public enum RoomSourceKind: String, Sendable, Hashable {
  case conAir = "conair"
  case prometheus
  case metrics
  case openMeteo = "open-meteo"
  case homeAssistant = "home-assistant"
  case thisMachine = "this-machine"
  case demonstration

  /// The kind as it is shown.
  public var label: SafeText {
    switch self {
    case .conAir: "ConAir"
    case .prometheus: "Prometheus"
    case .metrics: "Exporter"
    case .openMeteo: "Open-Meteo"
    case .homeAssistant: "Home Assistant"
    case .thisMachine: "This machine"
    case .demonstration: "Demonstration"
    }
  }

  /// The public server that is asked; `nil` if the address is in the settings, or no server is asked.
  public var publicServer: SafeText? { self == .openMeteo ? "open-meteo.com" : nil }

  /// Who is to be named wherever its temperatures are shown, as its licence asks; `nil` where nobody asks for that.
  public var attribution: SafeText? { self == .openMeteo ? "Weather data by Open-Meteo.com" : nil }
}
