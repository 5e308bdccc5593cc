/// What is measured: the way of a value from its sender to its observer, through a certain arrangement.
public enum Case: String, CaseIterable, Sendable {
  case pipe
  case mapFilter
  case fiveStages
  case fanOut10
  case fanOut100
  case combineLatest
  case merge
  case flatMapLatest
  case property
  case throttle
  case debounce
  case collectEvery
  case hop
  case observeDispose
  case twoThreads
  case reentrant
  case zip
  case delay
  case start
  case composition
  case action

  /// What the case is called in a table.
  public var title: String {
    switch self {
    case .pipe: "pipe → observe"
    case .mapFilter: "map + filter"
    case .fiveStages: "five stages"
    case .fanOut10: "fan-out to 10"
    case .fanOut100: "fan-out to 100"
    case .combineLatest: "combineLatest of 2"
    case .merge: "merge of 4"
    case .flatMapLatest: "flatMap(.latest), live inner"
    case .property: "property set + observe"
    case .throttle: "throttle input"
    case .debounce: "debounce input"
    case .collectEvery: "collect(every:) input"
    case .hop: "one thread hop"
    case .observeDispose: "observe + dispose"
    case .twoThreads: "two threads sending"
    case .reentrant: "send from inside a delivery"
    case .zip: "zip of 2"
    case .delay: "delay input"
    case .start: "producer of a value, map, start"
    case .composition: "map, filter, observe, dispose"
    case .action: "Action.apply"
    }
  }
}

// MARK: Goals

extension Case {
  /// The nanoseconds per event that a prototype of the core reached, which had no terminal events, no lifetime and no
  /// ordered property; nil where none was tried.
  public var prototype: Double? {
    switch self {
    case .pipe: 11
    case .mapFilter: 16
    case .fiveStages: 28
    case .fanOut10: 27
    case .fanOut100: 207
    case .combineLatest: 24
    case .merge: 35
    case .flatMapLatest: 324
    case .property: 22
    case .throttle: 114
    case .debounce: 153
    case .collectEvery: 80
    case .hop: 158
    case .observeDispose: 211
    case .twoThreads: 37
    case .reentrant, .zip, .delay, .start, .composition, .action: nil
    }
  }

  /// The most nanoseconds per event that are acceptable on the machine that the prototype was measured on.
  public var goal: Double? { prototype.map { 1.5 * $0 } }

  /// The largest acceptable share of the time that OpenCombine takes.
  public var shareOfOpenCombine: Double {
    switch self {
    case .pipe, .mapFilter, .fiveStages, .fanOut10, .fanOut100, .merge, .property: 0.25
    default: 0.5
    }
  }
}
