import Foundation
import Model
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

private let four: [Question] = [
  .sample(1, "Why does Swift concurrency hop threads here?", tags: ["swift", "async-await"], asker: "maria"),
  .sample(2, "Debouncing without a concurrent queue", tags: ["ios"], asker: "Łukasz"),
  .sample(3, "ConcurrentHashMap and null values", tags: ["java"], asker: "山田"),
  .sample(4, "A controller in Rails", tags: ["ruby", "rails"], asker: "José"),
]

@Suite struct StackOverflowFilterTests {
  @Test func everyWordMustOccurInTitleTagsOrAsker() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("conc")
    scene.wait(0.1)
    #expect(scene.rows == [1, 2, 3])
    scene.type(" SWIFT")
    scene.wait(0.1)
    #expect(scene.rows == [1])
    scene.perform(.edit(.deleteToStart))
    scene.type("jose")
    scene.wait(0.1)
    #expect(scene.rows == [4])
    #expect(scene.list.total == 4)
  }

  @Test func anotherOrderLeavesTheKeysToTheFilter() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter, .sort(.votes))
    #expect(scene.list.filter.isEditing, "the tab was not left")
  }

  @Test func whatIsTypedRightAfterLoadingIsNotLost() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.editFilter)
    scene.answer(0, QuestionPage(questions: four))
    scene.type("rails")
    scene.wait(0.1)
    #expect(scene.rows == [4])
  }

  @Test func whatIsTypedWhileLoadingFiltersWhatComes() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.editFilter)
    scene.type("rails")
    scene.wait(0.5)
    scene.answer(0, QuestionPage(questions: four))
    #expect(scene.rows == [4])
  }

  @Test func theFilterRunsAtMostOnceInATenthOfASecondAndTheLatestTextWins() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("c")
    scene.wait(0)
    #expect(scene.rows == [1, 2, 3, 4], "the first key filters at once: every question has a c")
    scene.type("on")
    scene.wait(0.05)
    #expect(scene.list.filter.words == FilterWords("c"))
    scene.type("troller")
    scene.wait(0.05)
    #expect(scene.list.filter.words == FilterWords("controller"))
    #expect(scene.rows == [4])
  }

  @Test func arrowsMoveWhileTyping() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("conc")
    scene.wait(0.1)
    scene.perform(.move(.lines(1)))
    #expect(scene.list.selection == 2)
    #expect(scene.list.filter.isEditing)
    #expect(scene.state.takesText)
  }

  @Test func enterKeepsTheFilterAndEscapeClearsItLaterInTheList() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("rails")
    scene.wait(0.1)
    scene.perform(.acceptFilter)
    #expect(!scene.state.takesText)
    #expect(scene.rows == [4])
    #expect(scene.list.filter.isShown)

    scene.perform(.editFilter)
    #expect(scene.list.filter.field.text == "rails", "the text is taken up again")
    scene.perform(.acceptFilter, .clearFilter)
    #expect(scene.rows == [1, 2, 3, 4])
    #expect(!scene.list.filter.isShown)
  }

  @Test func aTextClearedWithinTheThrottleDoesNotComeBack() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("ra")
    scene.wait(0.01)
    scene.type("ils")
    scene.perform(.clearFilter)
    #expect(scene.rows == [1, 2, 3, 4])
    scene.wait(5)
    #expect(scene.rows == [1, 2, 3, 4])
    #expect(scene.list.filter.words.isEmpty)
  }

  @Test func lettersAreTextOnlyWhileTheFieldHasTheKeys() {
    let scene = StackOverflowScene.loaded(four)
    scene.type("rails")
    scene.wait(1)
    #expect(scene.list.filter.field.text == "")
  }

  @Test func theQuestionOpenedIsTheOneInTheRowNotTheOneAtThatIndex() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("rails")
    scene.wait(0.1)
    scene.perform(.acceptFilter, .open)
    #expect(scene.state.reading?.question.id == 4)
    #expect(scene.askedDetails == [4])
  }

  @Test func enterRightAfterTypingGoesByWhatWasTyped() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("rails")
    scene.perform(.acceptFilter)
    #expect(scene.rows == [4], "accepted is what stands in the field")
    scene.perform(.open)
    #expect(scene.state.reading?.question.id == 4)
    #expect(scene.askedDetails == [4])
  }

  @Test func whatChoosesARowRightAfterTypingGoesByWhatWasTyped() {
    let opened = StackOverflowScene.loaded(four)
    opened.perform(.editFilter)
    opened.type("rails")
    opened.perform(.open)
    #expect(opened.service.details.keys == [4])

    let moved = StackOverflowScene.loaded(four)
    moved.perform(.editFilter)
    moved.type("conc")
    moved.perform(.edit(.insert("urrenth")), .move(.lines(1)))
    #expect(moved.list.selection == 3, "the only row there is")

    let clicked = StackOverflowScene.loaded(four)
    clicked.perform(.editFilter)
    clicked.type("rails")
    clicked.perform(.select(1))
    #expect(clicked.list.selection == 4, "a row that has gone cannot be chosen")

    let left = StackOverflowScene.loaded(four)
    left.perform(.editFilter)
    left.type("rails")
    left.perform(.nextTab, .previousTab)
    #expect(left.rows == [4])
  }

  @Test func aRefreshDoesNotBypassTheFilter() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.editFilter)
    scene.type("conc")
    scene.wait(0.1)
    scene.perform(.acceptFilter, .refresh)
    scene.answer(1, QuestionPage(questions: [.sample(9, "Concordance"), .sample(8, "Other")] + four))
    #expect(scene.rows == [9, 1, 2, 3])
    #expect(scene.list.total == 6)
  }

  @Test func theChosenQuestionIsBackWhenTheFilterThatHidItIsCleared() {
    let scene = StackOverflowScene.loaded(four)
    scene.perform(.move(.lines(1)))
    #expect(scene.list.selection == 2)
    scene.perform(.editFilter)
    scene.type("java")
    scene.wait(0.1)
    #expect(scene.list.selection == 3, "the nearest row stands in")
    scene.type("x")
    scene.wait(0.1)
    #expect(scene.list.selection == nil)
    scene.perform(.clearFilter)
    #expect(scene.list.selection == 2)
  }

  @Test func aHundredThousandQuestionsAreFilteredToTheSameRowsAsByASimpleSearch() {
    var questions = FilteredList<Question>(orElse: .nearest)
    let titles: [SafeText] = ["Łódź and back", "Concurrency", "the Conch", "nothing", "a b"]
    questions.replace(with: (0..<100_000).map { .sample($0, titles[$0 % 5]) })
    questions.filter(by: FilterWords("CONC"))
    #expect(questions.rows.count == 40_000)
    #expect(questions.rows.allSatisfy { $0.id % 5 == 1 || $0.id % 5 == 2 })
    questions.filter(by: FilterWords("back lodz"))
    #expect(questions.rows.count == 20_000)
    #expect(questions.rows[19_999].id == 99_995)
    questions.filter(by: FilterWords(""))
    #expect(questions.rows.count == 100_000)
  }

  @Test func addingToAFilterGivesTheSameRowsAsTypingItAtOnce() {
    var typed = FilteredList<Question>(orElse: .nearest)
    typed.replace(with: four)
    var text = ""
    for character in "conc qu ıos" {
      text.append(character)
      typed.filter(by: FilterWords(SafeText(oneLine: text)))
      var fresh = FilteredList<Question>(orElse: .nearest)
      fresh.replace(with: four)
      fresh.filter(by: FilterWords(SafeText(oneLine: text)))
      #expect(typed.rows == fresh.rows, "\(text)")
    }
    #expect(typed.rows.map(\.id) == [2])
    typed.replace(with: four + [.sample(9, "Concurrent queues on iOS")])
    #expect(typed.rows.map(\.id) == [2, 9])
  }
}
