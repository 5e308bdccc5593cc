import Text

/// What is remembered of the dashboard.
public struct DashboardMemory: RememberedPart {
  /// The pane that had the focus, by name.
  public var pane: String?
  /// Whether the greeting of the first start was shown.
  public var isGreeted = false
  /// The large pane's percentage of the width, where a person has moved its border.
  public var share: Override<Int?>?
  /// The name of the layout that a person chose instead of that of the settings, which is told by its key.
  public var layout: Override<String>?
  /// The name of the theme that a person chose instead of that of the settings.
  public var theme: Override<String>?
  /// Whether all charts show the same span.
  public var joinsSpans = false
  /// What was chosen last in the palette.
  public var palette = PaletteHistory()

  public init() {}

  public init(_ rows: any StateRows, values: [String: String]) {
    pane = values[DashboardChange.Name.pane]
    isGreeted = values[DashboardChange.Name.greeted] != nil
    share = values[DashboardChange.Name.share].flatMap(Override.init(text:))
    layout = values[DashboardChange.Name.layout].flatMap(Override.init(text:))
    theme = values[DashboardChange.Name.theme].flatMap(Override.init(text:))
    joinsSpans = values[DashboardChange.Name.joinsSpans] == "1"
    palette = PaletteHistory(StoredTexts.texts(values[DashboardChange.Name.palette]))
  }

  public static var tables: [StateTable] { [StateTable("value", "value", "values")] }
}

/// A change of what is remembered of the dashboard.
public enum DashboardChange: StateChange {
  case pane(String)
  case greeted
  /// The large pane's percentage of the width; `nil` where it is that of the settings again.
  case share(Override<Int?>?)
  /// The layout by its name instead of that of the settings by its key; `nil` for that of the settings.
  case layout(Override<String>?)
  /// The theme by its name instead of that of the settings; `nil` for that of the settings.
  case theme(Override<String>?)
  case joinsSpans(Bool)
  /// What was chosen last in the palette.
  case palette(PaletteHistory)

  /// The names of the stored values.
  fileprivate enum Name {
    static let (pane, greeted, share) = ("pane", "greeted", "share")
    static let (layout, theme, palette) = ("layout", "theme", "palette")
    static let joinsSpans = "joins-spans"
  }

  private var value: (name: String, text: String?) {
    switch self {
    case .pane(let name): (Name.pane, name)
    case .greeted: (Name.greeted, "yes")
    case .share(let choice): (Name.share, choice?.text)
    case .layout(let choice): (Name.layout, choice?.text)
    case .theme(let choice): (Name.theme, choice?.text)
    case .joinsSpans(let areJoined): (Name.joinsSpans, areJoined ? "1" : "0")
    case .palette(let history): (Name.palette, StoredTexts.text(of: history.ids))
    }
  }

  public var key: [String]? { [value.name] }

  public func write(to rows: any StateRows) throws { try rows.set(value.name, to: value.text) }
}
