import Screen
import ViewModels

/// The program's panes: the one place that lists them.
public enum StandardPanes {
  /// In the order in which they stand on the screen, and in which the focus goes through them.
  public static let ids: [PaneID] = [.stackOverflow, .wikipedia, .conAir]

  @UI public static func make(
    stackOverflow: StackOverflowViewModel, wikipedia: WikipediaViewModel, conAir: ConAirViewModel
  ) -> [any Pane] {
    [StackOverflowPane(stackOverflow), WikipediaPane(wikipedia), ConAirPane(conAir)]
  }
}
