extension SettingsTable {
  /// The settings of the panes. This is the only list of them.
  static let features = [stackOverflow, wikipedia, conAir]
}
