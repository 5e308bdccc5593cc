import Signals
import Text

/// Where settings come from. The program never writes them.
public protocol SettingsStore: Sendable {
  /// What is in force. While the file cannot be used, what held before stays.
  var settings: Property<Settings> { get }
  /// What is wrong with the file, all of it, in sentences with the places; empty while nothing is.
  var mistakes: Property<[SafeText]> { get }
}
