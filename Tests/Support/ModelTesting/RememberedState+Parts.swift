import Edits
import Model
import Questions
import Rooms

// The parts of the state by the names that tests know them by.

extension RememberedState {
  public init(
    pane: String? = nil, tab: QuestionFeed? = nil, orders: [QuestionFeed: QuestionOrder] = [:], isGreeted: Bool = false,
    tabs: TabChanges = TabChanges(), marks: QuestionMarks = QuestionMarks(), isDense: Bool = false,
    isBelow: Bool = false,
    share: Override<Int?>? = nil, layout: Override<String>? = nil, theme: Override<String>? = nil,
    rooms: RoomChoices = RoomChoices(), events: [RoomEvent] = [], wikipedia: WikipediaChoices = WikipediaChoices(),
    palette: PaletteHistory = PaletteHistory(), selections: [QuestionFeed: QuestionKey] = [:]
  ) {
    self.init()
    dashboard.pane = pane
    dashboard.isGreeted = isGreeted
    dashboard.share = share
    dashboard.layout = layout
    dashboard.theme = theme
    dashboard.palette = palette
    questions.tab = tab
    questions.orders = orders
    questions.tabs = tabs
    questions.marks = marks
    questions.isDense = isDense
    questions.isBelow = isBelow
    questions.selections = selections
    self.rooms.choices = rooms
    self.rooms.events = events
    self.wikipedia = wikipedia
  }

  public var dashboard: DashboardMemory {
    get { self[DashboardMemory.self] }
    set { self[DashboardMemory.self] = newValue }
  }
  public var questions: QuestionsMemory {
    get { self[QuestionsMemory.self] }
    set { self[QuestionsMemory.self] = newValue }
  }
  public var rooms: RoomsMemory {
    get { self[RoomsMemory.self] }
    set { self[RoomsMemory.self] = newValue }
  }
  public var wikipedia: WikipediaChoices {
    get { self[WikipediaChoices.self] }
    set { self[WikipediaChoices.self] = newValue }
  }
}
