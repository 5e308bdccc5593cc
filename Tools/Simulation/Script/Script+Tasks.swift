import Screen

// Sequences of keys that random choice alone would hardly ever produce.
extension Script {
  /// Returns the acts of a random task of a person.
  static func task(_ random: inout SeededGenerator) -> [Act] {
    switch random.number(1...13) {
    case 1: filter(&random)
    case 2: readOn(&random)
    case 3: tour(&random)
    case 4: hold(&random)
    case 5: openTab(&random)
    case 6: leave(&random)
    case 7: chooseWikis(&random)
    case 8: readEdits(&random)
    case 9: chooseEdits(&random)
    case 10: chooseRooms(&random)
    case 11: listenToRooms(&random)
    default: look(&random)
    }
  }

  /// Types into the filter, possibly faster than the list follows, and continues among the rows.
  private static func filter(_ random: inout SeededGenerator) -> [Act] {
    let word = random.one(of: ["sw", "q1", "page", "in", "ift o", "7"])
    return [.key(.character("/")), .pass(random.one(of: [5, 150]))]
      + word.flatMap { [.key(.character($0)), .pass(random.one(of: [1, 20, 60, 180]))] }
      + [.key(random.one(of: [.down, .down, .pageDown, .enter, .escape])), .pass(random.one(of: [5, 300]))]
  }

  /// Goes to the end of a list or text and tries to go further, which loads more.
  private static func readOn(_ random: inout SeededGenerator) -> [Act] {
    (0..<random.number(1...3)).flatMap { _ -> [Act] in
      [
        .key(random.one(of: [.character("G"), .end, .pageDown])), .pass(random.one(of: [5, 200, 2_000])),
        .key(random.one(of: [.character("j"), .down, .character("G")])), .pass(random.one(of: [30, 900, 7_000])),
      ]
    }
  }

  /// Visits several tabs, opens the selected rows, and possibly closes some of the tabs.
  private static func tour(_ random: inout SeededGenerator) -> [Act] {
    var acts: [Act] = [.key(.character("1")), .pass(50)]
    for number in 1...random.number(2...5) {
      acts += [.key(.character(Character("\(number)"))), .pass(random.one(of: [100, 900])), .key(.enter), .pass(300)]
      if random.once(in: 2) { acts += [.key(.character(random.one(of: ["j", "G", "J", "n"]))), .pass(30)] }
      if random.once(in: 4) { acts += [.key(.escape), .pass(30)] }
    }
    if random.once(in: 3) { return acts + [.settings(random.number(0...2)), .pass(100)] }
    guard random.once(in: 2) else { return acts }
    acts += [.key(.escape), .pass(20)]
    return acts + (0..<random.number(1...3)).flatMap { _ in [.key(.character("x")), .pass(40)] }
  }

  /// Pauses a chart for a while, during which the clock may change or a service may fail.
  private static func hold(_ random: inout SeededGenerator) -> [Act] {
    let meanwhile: [Act] =
      switch random.number(1...4) {
      case 1: [.clock(random.one(of: [-3_600, 3_600]))]
      case 2: trouble(&random)
      default: []
      }
    return [
      .key(random.one(of: [.tab, .backTab])), .pass(30), .key(.character("p")), .pass(random.one(of: [900, 25_000])),
    ]
      + meanwhile + [.pass(random.one(of: [10, 60_000, 120_000])), .key(.character("p")), .pass(40)]
  }

  /// Types a tag or a search, and opens a tab for it.
  private static func openTab(_ random: inout SeededGenerator) -> [Act] {
    let words = random.one(of: ["ios", "swift", "nio bytebuffer", "unix: sed"])
    return [.key(.character(random.one(of: ["t", "S"]))), .pass(60)]
      + words.flatMap { [.key(.character($0)), .pass(random.one(of: [2, 80]))] }
      + [.pass(random.one(of: [10, 600])), .key(random.one(of: [.enter, .enter, .escape])), .pass(200)]
  }

  /// Presses a few keys that change stored state, and possibly restarts the program immediately.
  private static func leave(_ random: inout SeededGenerator) -> [Act] {
    let last: [Act] = (0..<random.number(1...3)).flatMap { _ -> [Act] in
      [.key(.character(random.one(of: Array("*uydcs1rtpzMM")))), .pass(random.one(of: [1, 20, 400]))]
    }
    return last + (random.once(in: 2) ? [.restart] : [])
  }

  /// Visits several tabs and refreshes.
  static func look(_ random: inout SeededGenerator) -> [Act] {
    (0..<random.number(1...3)).flatMap { _ -> [Act] in
      [
        .key(.character(random.one(of: ["1", "2", "3", "r", "R"]))), .pass(random.one(of: [200, 1_500])),
        .key(random.one(of: [.character("R"), .character("j"), .enter])), .pass(random.one(of: [100, 2_500])),
      ]
    }
  }

  /// Makes a service fail while a person uses it, and then answer again.
  static func trouble(_ random: inout SeededGenerator) -> [Act] {
    if random.once(in: 4) { return feedTrouble(&random) }
    let service = random.one(of: [
      ServiceName.questions, .questions, .details, .comments, .temperatures, .directory, .changes,
    ])
    let failing = random.one(of: Failing.allCases)
    let fails = Act.fails(service, failing, after: random.one(of: [0, 50, 900]), seconds: random.one(of: [30, 600]))
    return [fails] + use(service, &random) + [.pass(random.one(of: [40, 1_000, 15_000]))] + use(service, &random)
      + [.answers(service, after: random.one(of: [20, 200]))] + use(service, &random)
  }

  /// Ends the feed's connection while a person watches it: it comes back after a while, or is refused, also where it continues
  /// after what it has had, or is asked for a pause that nobody should wait for.
  private static func feedTrouble(_ random: inout SeededGenerator) -> [Act] {
    let failing =
      random.once(in: 2)
      ? random.one(of: [.refused, .throttledUntil, .pauseRequested]) : random.one(of: Failing.allCases)
    let drops = Act.feedDrops(failing, seconds: random.one(of: [0, 1, 4, 30, 300]))
    return [
      .pass(random.one(of: [40, 3_000])), drops, .pass(random.one(of: [300, 4_000, 40_000])), .key(.character("R")),
      .pass(random.one(of: [500, 5_000])),
    ]
  }

  /// Lets a service fail, or the feed end, while a person watches and does nothing.
  static func watch(_ random: inout SeededGenerator) -> [Act] {
    let failing = random.one(of: Failing.allCases)
    let service = random.one(of: [ServiceName.questions, .temperatures, .temperatures])
    let fails: Act =
      random.once(in: 4)
      ? .feedDrops(failing, seconds: random.one(of: [4, 30]))
      : .fails(service, failing, after: random.one(of: [0, 900]), seconds: random.one(of: [30, 600]))
    return [
      .pass(random.one(of: [300, 4_000, 30_000])), fails, .pass(random.one(of: [4_000, 15_000, 75_000])),
      .answers(service, after: 80), .pass(random.one(of: [1_000, 20_000])),
    ]
  }

  /// Wakes a machine whose clock is wrong and whose network is not there yet; both come right again, in either order.
  static func wake(_ random: inout SeededGenerator) -> [Act] {
    let services = [ServiceName.questions, .details, .temperatures, .changes]
    let failing = random.one(of: [Failing.unreachable, .timedOut, .connectionLost])
    let step = random.one(of: [-3_600, -40, 40, 3_600, 3_600, 86_400])
    let lost: [Act] =
      services.map { .fails($0, failing, after: 0, seconds: 5) } + [.feedDrops(failing, seconds: 60), .clock(step)]
    let found: [Act] = services.map { .answers($0, after: 80) } + [.pass(1_000)]
    let set: [Act] = [.clock(-step), .pass(random.one(of: [1_000, 45_000]))]
    let meanwhile: [Act] = [.pass(random.one(of: [1_000, 15_000, 45_000]))] + (random.once(in: 2) ? look(&random) : [])
    return lost + meanwhile + (random.once(in: 3) ? found + set : set + found)
  }

  /// Chooses the wikis whose edits are shown, and possibly goes back to those before.
  private static func chooseWikis(_ random: inout SeededGenerator) -> [Act] {
    func choose(_ words: String) -> [Act] {
      [.key(.character("w")), .pass(60)] + words.map { .key(.character($0)) } + [.pass(30), .key(.enter), .pass(100)]
    }
    let first = random.one(of: ["de", "de", "en, de", "all", "en"])
    // The key belongs to the pane of edits, which is the second one of the usual order.
    let goes: [Act] = [.key(.escape), .pass(10), .key(.tab), .pass(20)]
    guard random.once(in: 2) else { return goes + choose(first) }
    return goes + choose(first) + [.pass(random.one(of: [5, 400, 7_000]))] + choose("en") + [
      .pass(random.one(of: [300, 9_000]))
    ]
  }

  /// Opens an edit, and steps to others.
  private static func readEdits(_ random: inout SeededGenerator) -> [Act] {
    [
      .key(.escape), .pass(10), .key(.tab), .pass(20), .key(random.one(of: [.down, .end])), .pass(40), .key(.enter),
      .pass(random.one(of: [60, 600])),
    ]
      + (0..<random.number(0...4)).flatMap { _ -> [Act] in
        [.key(.character(random.one(of: ["J", "J", "K", "R", "r"]))), .pass(random.one(of: [20, 200, 900]))]
      } + (random.once(in: 2) ? [.key(.escape), .pass(30)] : [])
  }

  /// Changes what is kept of Wikipedia's pane, and possibly starts again.
  private static func chooseEdits(_ random: inout SeededGenerator) -> [Act] {
    let goes: [Act] = [.key(.escape), .pass(10), .key(.tab), .pass(20)]
    let choices = (0..<random.number(1...4)).flatMap { _ -> [Act] in
      let key: Act = .key(.character(random.one(of: ["b", "s", "e", "[", "]", "u", "]"])))
      let chosen: [Act] = [
        .key(random.one(of: [.down, .up])), .pass(30), .key(random.one(of: [.enter, .enter, .escape])),
      ]
      return [key, .pass(random.one(of: [20, 300]))] + (random.once(in: 2) ? chosen + [.pass(100)] : [])
    }
    return goes + choices + (random.once(in: 3) ? [.restart, .pass(400)] : [])
  }

  /// Changes what is kept of the rooms' pane, mostly with several rooms, and possibly starts again.
  private static func chooseRooms(_ random: inout SeededGenerator) -> [Act] {
    let rooms: [Act] =
      random.once(in: 3) ? [] : [.settings(random.one(of: [7, 12, 13])), .pass(random.one(of: [40, 2_000]))]
    let goes: [Act] = [.key(.escape), .pass(10), .key(.tab), .pass(20), .key(.tab), .pass(20)]
    let choices = (0..<random.number(1...4)).flatMap { _ -> [Act] in
      [
        .key(random.one(of: [.character(" "), .enter, .down, .character("["), .character("]"), .escape])),
        .pass(random.one(of: [20, 300])),
      ]
    }
    return rooms + goes + choices + (random.once(in: 3) ? [.restart, .pass(400)] : [])
  }

  /// Watches a room that passes its limit, possibly with a second program.
  private static func listenToRooms(_ random: inout SeededGenerator) -> [Act] {
    let other: [Act] = random.once(in: 2) ? [.companion(true)] : []
    return other + [.settings(random.one(of: [12, 13])), .pass(random.one(of: [20_000, 300_000, 420_000]))]
      + (random.once(in: 2) ? [.restart, .pass(1_000)] : [])
  }

  private static func use(_ service: ServiceName, _ random: inout SeededGenerator) -> [Act] {
    switch service {
    case .questions: random.once(in: 2) ? [.key(.character("R")), .pass(200)] : readOn(&random)
    case .details: [.key(.character("j")), .pass(600), .key(.enter), .pass(400)]
    case .comments: [.key(.enter), .pass(300), .key(.character("c")), .pass(300)]
    case .directory: openTab(&random)
    case .changes: random.once(in: 2) ? chooseWikis(&random) : readEdits(&random)
    case .temperatures, .store: [.key(.character("R")), .pass(500)]
    }
  }

  /// Sets the clock, and in two cases of three sets it right again.
  static func clock(_ random: inout SeededGenerator) -> [Act] {
    let step = random.one(of: [-86_400, -3_600, -40, -2, 3, 40, 3_600, 86_400])
    let wrong: [Act] = [.clock(step), .pass(random.one(of: [10, 1_000, 40_000]))]
    return random.once(in: 3) ? wrong : wrong + task(&random) + [.clock(-step), .pass(1_000)]
  }
}
