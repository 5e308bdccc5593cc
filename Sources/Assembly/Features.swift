import Model

/// What the program is made of above the parts that its panes share. This is the only list.
package enum Features {
  /// What is remembered, in the order in which a person is told of it.
  package static let remembered: [any RememberedPart.Type] = [
    DashboardMemory.self, QuestionsMemory.self, RoomsMemory.self, WikipediaChoices.self,
  ]
}
