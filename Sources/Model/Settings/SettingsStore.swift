import Signals
import Text

/// The source of settings. The program never writes them.
public protocol SettingsStore: Sendable {
  /// The settings in force. While the file cannot be used, the previous settings stay in force.
  var settings: Property<Settings> { get }
  /// All mistakes in the file, in sentences with their places; empty if there are none.
  var mistakes: Property<[SafeText]> { get }
}
