import Foundation
import Model
import Questions
import Text

/// The API of Stack Exchange, as far as the questions' pane asks it: lists, questions and answers.
enum StackExchangeServer {
  /// Returns the answer to a request at the time of the world.
  static func answer(_ url: URLComponents, in world: World) -> [UInt8] {
    let parameters = Dictionary((url.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    let path = url.path.split(separator: "/").dropFirst()
    let isInvented = url.host == WorldNetwork.demonstration.host()
    var items: [String] = []
    var hasMore = false
    if path.last == "answers" {
      items = Sample.answers.map { item($0, of: path.dropFirst().first.flatMap { Int($0) } ?? 0) }
    } else if let id = path.last.flatMap({ Int($0) }) {
      items = [item(StoryMaterial.question(id), hasBody: true)]
    } else {
      let page = parameters["page"].flatMap { Int($0) } ?? 1
      let size = parameters["pagesize"].flatMap { Int($0) } ?? 30
      // What makes two lists different, in the order of the query.
      let key =
        url.path
        + (url.queryItems ?? []).filter { !["page", "pagesize", "moved"].contains($0.name) }.map { "\($0)" }.joined()
      let ids = WorldQuestions.ids(of: key, page: page, size: size, isInvented: isInvented, in: world)
      items = ids.map { item(StoryMaterial.question($0), hasBody: false) }
      hasMore = page * size < WorldQuestions.listLength
    }
    let text =
      #"{"items":[\#(items.joined(separator: ","))],"has_more":\#(hasMore),"quota_max":300,"quota_remaining":\#(world.spend())}"#
    return Array(text.utf8)
  }

  private static func item(_ question: Question, hasBody: Bool) -> String {
    let tags = question.tags.map { JSONText.quoted($0.string) }.joined(separator: ",")
    let accepted = question.acceptedAnswerID.map { #","accepted_answer_id":\#($0)"# } ?? ""
    let body = hasBody ? #","body":"<p>It says <code>a &lt; b<\/code>, and <em>that</em> is \u00e9trange.</p>""# : ""
    return
      #"{"tags":[\#(tags)],"owner":{"display_name":\#(JSONText.quoted(question.asker?.string ?? ""))},"score":\#(question.score ?? 0),"answer_count":\#(question.answerCount ?? 0)\#(accepted),"creation_date":\#(Int(question.creationDate?.timeIntervalSince1970 ?? 0)),"question_id":\#(question.id),"link":"https://stackoverflow.com/q/\#(question.id)","title":\#(JSONText.quoted(question.title.string))\#(body)}"#
  }

  private static func item(_ answer: Answer, of question: Int) -> String {
    let date = Int(answer.creationDate?.timeIntervalSince1970 ?? 0)
    return
      #"{"owner":{"display_name":\#(JSONText.quoted(answer.author?.string ?? ""))},"is_accepted":\#(answer.isAccepted),"score":\#(answer.score ?? 0),"creation_date":\#(date),"answer_id":\#(answer.id),"question_id":\#(question),"body":"<p>Yes.</p>"}"#
  }
}

/// A ConAir server for each room.
enum ConAirServer {
  /// Returns the answer to a request at the time of the world.
  static func answer(_ url: URLComponents, in world: World) -> [UInt8] {
    let room = Int(url.path.split(separator: "/").last ?? "") ?? 0
    let parameters = Dictionary((url.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    func date(_ name: String) -> Date? {
      parameters[name].flatMap { try? Date($0, strategy: .iso8601) }
    }
    guard let start = date("start"), let end = date("stop"), start <= end,
      let step = parameters["step"].flatMap(Double.init)
    else {
      return Array("[]".utf8)
    }
    let readings = WorldRoom.readings(of: room, from: start, to: end, step: step / 1000, in: world)
    if step == 120_000, room == 0 { world.network?.sentReadings = readings.map(\.time.timeIntervalSince1970) }
    let points = readings.map { #"{"ts":"\#(JSONText.time($0.time))","value":\#($0.celsius)}"# }
    return Array("[\(points.joined(separator: ","))]".utf8)
  }
}

/// Values as they stand in JSON.
enum JSONText {
  static func quoted(_ text: String) -> String {
    let content = text.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20:
        text += "\\u" + String(scalar.value, padded: 4, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(content)\""
  }

  /// `2026-11-21T14:03:20Z`, rounded down.
  static func second(_ date: Date) -> String {
    let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    return time(second).replacing(".000000", with: "")
  }

  /// `2026-11-21T14:03:20.250000Z`
  static func time(_ date: Date) -> String {
    let microseconds = Int((date.timeIntervalSince1970 * 1e6).rounded())
    let (seconds, fraction) = (microseconds / 1_000_000, microseconds % 1_000_000)
    let civil = CivilDate(daysSince1970: seconds / 86_400)
    func two(_ number: Int) -> String { String(number, padded: 2) }
    let day = [String(civil.year, padded: 4), two(civil.month), two(civil.day)].joined(separator: "-")
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(two).joined(separator: ":")
    return "\(day)T\(time).\(String(fraction, padded: 6))Z"
  }
}
