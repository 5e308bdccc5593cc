import Foundation
import Model
import Questions
import Station
import Text

/// Any number of questions, about as varied as real ones: seven to twelve words of several languages, one to four tags, an
/// asker.
enum InventedQuestions {
  static func make(_ count: Int) -> [Question] {
    var random = SeededGenerator(seed: 2014)
    return (1...count).map { id in
      let title = random.pick(7...12, of: words).joined(separator: " ")
      let tags = random.pick(1...4, of: tags).map { SafeText(oneLine: $0) }
      let asker = "\(random.pick(names)) \(random.next(in: 1...9_999))"
      return Question(
        id: id, title: SafeText(oneLine: title), tags: tags, score: random.next(in: -3...400),
        answerCount: random.next(in: 0...9), asker: SafeText(oneLine: asker),
        creationDate: Date(timeIntervalSince1970: 1_400_000_000 + Double(id)))
    }
  }

  private static let words = words(
    """
    how why does when which cannot never the a of in from with without after before async await actor task thread queue \
    concurrent concurrency lock signal producer observer binding closure generic protocol extension struct class enum \
    optional memory leak crash build link compile error warning test layout constraint scroll table row cell filter sort \
    search index array dictionary set string character Unicode emoji UTF-8 date zone parse decode encode JSON XML HTTP \
    socket request response timeout retry cache database migration query transaction fragment activity intent service \
    Gradle manifest adapter RecyclerView Rails ActiveRecord gem Bundler route controller migration Größe naïve façade \
    jalapeño Łódź žluťoučký Ångström smörgåsbord déjà über 東京 並行性 поток очередь ελληνικά tiles Phone XAML binding
    """)
  private static let tags = words(
    "swift ios android java kotlin ruby ruby-on-rails async-await concurrency xcode uikit swiftui gradle c# xaml "
      + "windows-phone windows-phone-8 multithreading json sqlite")
  private static let names = words("maria Łukasz 山田 nobody Jan José Zoë Иван Ana-Lucía Åsa Tom Priya O'Neill")

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

extension SeededGenerator {
  fileprivate mutating func next(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  fileprivate mutating func pick(_ elements: [String]) -> String { elements[next(in: 0...(elements.count - 1))] }

  fileprivate mutating func pick(_ count: ClosedRange<Int>, of elements: [String]) -> [String] {
    (0..<next(in: count)).map { _ in pick(elements) }
  }
}
