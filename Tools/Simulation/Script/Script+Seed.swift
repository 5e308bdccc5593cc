import Screen

// MARK: - Seeds

extension Script {
  /// Creates a random script of at least `seconds` seconds, which depends only on the seed.
  public init(seed: UInt64, seconds: Int) {
    var random = SeededGenerator(seed: seed)
    // In a third of the seeds, the program's own clients are part of the world.
    // In another third, state and cache are databases; in a sixth of the seeds both.
    self.init([], cut: seed % 3 == 1 ? seed : nil, hasDisk: seed % 3 == 2 || seed % 6 == 4)
    // Some programs run for a while before the first key, so the greeting stays on the screen.
    switch random.number(1...6) {
    case ...2:
      acts = (0..<random.number(1...4)).flatMap { _ in
        Self.service(&random) + [.pass(random.one(of: [2_000, 2_000, 12_000]))]
      }
    case 3: acts = Self.watch(&random)
    default: break
    }
    var left = seconds * 1000
    while left > 0 {
      let next = hasDisk && random.once(in: 25) ? Self.disk(&random) : Self.acts(&random)
      acts += next
      left -= Script(next).duration
    }
  }

  /// Returns the next acts: mostly those of a person, sometimes those of the world.
  private static func acts(_ random: inout SeededGenerator) -> [Act] {
    switch random.number(1...100) {
    case ...35: person(&random)
    case ...55: task(&random)
    case ...75: [.pass(random.one(of: [10, 40, 300, 1_000, 5_000, 20_000, 60_000]))]
    case ...86: service(&random)
    case ...92: trouble(&random)
    default: world(&random)
    }
  }

  private static func person(_ random: inout SeededGenerator) -> [Act] {
    switch random.number(1...20) {
    case ...14:
      // Keys are often less than a second apart.
      (0..<random.number(1...4)).flatMap { _ -> [Act] in
        [.key(key(&random)), .pass(random.one(of: [1, 30, 120, 700]))]
      }
    case 15: [.paste(random.one(of: pastes)), .pass(200)]
    case ...18:
      [
        .mouse(
          random.one(of: [.click, .click, .click, .drag, .wheelUp, .wheelDown]), x: random.number(-1...130),
          y: random.number(-1...40)), .pass(random.one(of: [20, 200])),
      ]
    case 19: [size(&random)]
    default: [.key("r"), .pass(500)]
    }
  }

  private static func service(_ random: inout SeededGenerator) -> [Act] {
    let service = random.one(of: ServiceName.allCases)
    switch random.number(1...12) {
    case ...5: return [.answers(service, after: random.one(of: [0, 20, 150, 900, 4_000]))]
    case ...8:
      guard service != .store else { return [.answers(.store, after: 600)] }
      return [
        .fails(
          service, random.one(of: Failing.allCases), after: random.one(of: [0, 50, 3_000]),
          seconds: random.one(of: [5, 60, 600, 7_200]))
      ]
    case 9: return [.silent(service), .pass(random.one(of: [1_000, 30_000])), .answers(service, after: 30)]
    case 10: return [.feedDrops(random.one(of: Failing.allCases), seconds: random.one(of: [1, 4, 17, 90]))]
    case 11: return [.burst(random.one(of: [2, 30, 250, 450]))]
    default: return [.heal]
    }
  }

  private static func world(_ random: inout SeededGenerator) -> [Act] {
    switch random.number(1...14) {
    case 1: [.eventRate(random.one(of: [0, 1, 10, 30]))]
    case 2: [.quota(random.one(of: [0, 20, 250]))]
    case 3: [.demonstration(true)] + look(&random) + [.demonstration(random.once(in: 4))] + look(&random)
    case ...5: [.settings(random.number(0...SimulatedSettings.count - 1))]
    case 6: [.suspend(random.one(of: [1, 12, 700]))]
    case 7, 11: clock(&random)
    case 12: [.serverClock(random.one(of: [-3_600, -5, 0, 3, 70, 3_600]))]
    case 9: [.utcOffset(random.one(of: [0, 3_600, 7_200, 1_800, -12_600])), .pass(1_000)]
    case 8: [.companion(random.once(in: 2))]
    case 13: wake(&random)
    default: [.restart]
    }
  }

  /// Lets something happen to the databases' files, and mostly starts a program that finds it.
  private static func disk(_ random: inout SeededGenerator) -> [Act] {
    let event = random.one(of: [
      DiskEvent.locked, .locked, .stateWriting, .stateWriting, .cacheWriting, .stateCut, .cacheCut,
    ])
    let acts: [Act] = [.disk(event, seconds: random.one(of: [1, 4, 30, 600]))]
    switch random.number(1...5) {
    case 1, 5: return acts + task(&random)
    case 2: return acts + [.companion(true), .pass(1_000), .companion(false)]
    default: return acts + [.restart, .pass(100)] + task(&random)
    }
  }

  private static func size(_ random: inout SeededGenerator) -> Act {
    let sizes = [(120, 36), (80, 24), (200, 50), (160, 40), (40, 10), (30, 8), (1, 1), (110, 30), (59, 17)]
    let (width, height) = random.one(of: sizes)
    return .resize(width: width, height: height)
  }

  private static let pastes = ["swift", "q\u{301}", "並行", "a b  c", "rm -rf", String(repeating: "long ", count: 80)]

  private static func key(_ random: inout SeededGenerator) -> KeyEvent {
    let special: [KeyEvent] = [
      .enter, .escape, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .controlLeft,
      .controlRight, .shiftLeft, .shiftRight, .home, .end, .pageUp, .pageDown, .control("l"), .control("u"),
      .control("d"), .function(5), .control("w"),
    ]
    if random.once(in: 3) { return random.one(of: special) }
    // All keys with a command, weighted by use, and a few without one.
    let characters: [Character] = Array("jjjkkkggGG//??::ttxX<>sSuud*cLnNJKhl123459+-0f[]ppmzrRoyDMUaweäq ")
    return .character(random.one(of: characters))
  }
}
