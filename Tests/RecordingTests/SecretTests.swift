import Clients
import Foundation
import Model
import Testing
import Text

@testable import Recording

/// What must not be in a recording, whoever repeats it.
@Suite struct SecretTests {
  private static let secret = "Tr0ub4dor-x9"

  /// Ways in which a request carries a secret.
  private enum Carrier: CaseIterable {
    case parameter, token, bearer, basic, password, otherHeader, configured
  }

  private static func request(_ carrier: Carrier) -> (url: String, headers: [(name: String, value: String)]) {
    let url = "https://api.example/2.3/questions?site=stackoverflow"
    switch carrier {
    case .parameter: return ("\(url)&key=\(secret)", [])
    case .token: return ("\(url)&access_token=\(secret)", [])
    case .bearer: return (url, [("Authorization", "Bearer \(secret)")])
    case .basic:
      return (url, [("Authorization", "Basic \(Data("me:\(secret)".utf8).base64EncodedString())")])
    case .password: return ("https://me:\(secret)@api.example/2.3/questions", [])
    case .otherHeader: return (url, [("X-Api-Thing", secret)])
    case .configured: return ("\(url)&q=\(secret)", [])
    }
  }

  @Test(arguments: Carrier.allCases, [false, true])
  private func aSecretOfARequestIsNotInTheFile(carrier: Carrier, keepsBodies: Bool) throws {
    let recorded = try Recorded(keepsBodies: keepsBodies)
    if let url = URL(string: "https://api.example/2.3?q=\(Self.secret)") { recorded.recorder.learn([url]) }
    let (url, headers) = Self.request(carrier)
    recorded.exchange(url, headers: headers, answer: [Array("{\"items\":[]}".utf8)])
    let text = try recorded.text()
    #expect(!text.contains(Self.secret))
    #expect(!text.contains(Data("me:\(Self.secret)".utf8).base64EncodedString()))
    #expect(text.contains("api.example/2.3/questions"), "the request itself is there")
    #expect(text.contains(#"{\"items\":[]}"#), "and so is its answer")
  }

  /// A colon or a blank with a combining mark after it still ends the name and the scheme.
  @Test func aPasswordThatBeginsWithACombiningMarkIsNotInTheFile() throws {
    let recorded = try Recorded(keepsBodies: true)
    let login = Data("me:\u{301}\(Self.secret)".utf8).base64EncodedString()
    recorded.exchange(
      "https://api.example/a", headers: [("Authorization", "Basic \(login)")],
      answer: [Array("\u{301}\(Self.secret) is wrong".utf8)])
    #expect(!(try recorded.text().contains(Self.secret)))
  }

  /// A server repeats what it was sent: in the answer, cut anywhere, in a header, and in the words of an error.
  ///
  /// Not what the settings have in the query of an address, whatever its name: that may be any word, such as `json`.
  @Test(arguments: Carrier.allCases.filter { $0 != .configured })
  private func aSecretThatAServerRepeatsIsNotInTheFile(carrier: Carrier) throws {
    let recorded = try Recorded(keepsBodies: true)
    let (url, headers) = Self.request(carrier)
    let encoded = Data("me:\(Self.secret)".utf8).base64EncodedString()
    let repeated = carrier == .basic ? "\(Self.secret) \(encoded)" : Self.secret
    let answer = Array("{\"error\":\"\(repeated) is wrong\"}".utf8)
    // It is in the address once more, as that of an account may be.
    recorded.exchange(
      url + (url.contains("?") ? "&" : "?") + "account=\(Self.secret)", headers: headers, body: "q=\(repeated)",
      answer: [Array(answer[..<14]), Array(answer[14...])],
      answerHeaders: [
        ("Location", "https://api.example/b/\(Self.secret)?q=\(Self.secret)"), ("Set-Cookie", "session=\(Self.secret)"),
      ],
      end: .failed(.failed(.malformedAnswer(host: "api.example", detail: SafeText(oneLine: "no: \(repeated)")))))
    let text = try recorded.text()
    #expect(!text.contains(Self.secret))
    #expect(!text.contains(Self.secret.prefix(4)), "nor is a part of it")
    #expect(!text.contains(encoded))
    #expect(text.contains("is wrong"))
    #expect(text.contains("no: "), "the error is there")
    #expect(text.contains("q="), "and so is what was sent")
  }

  @Test func aSecretInABodyThatIsSentIsNotInTheFile() throws {
    let recorded = try Recorded()
    recorded.exchange(
      "https://api.example/a", headers: [("Authorization", "Bearer \(Self.secret)")], body: "token=\(Self.secret)",
      answer: [])
    #expect(try !recorded.text().contains(Self.secret))
  }

  @Test func textsOfQuestionsAreThereOnlyWhenAskedFor() throws {
    let answer = [Array(#"{"items":[{"title":"T","body":"words of a person"}]}"#.utf8)]
    for keepsBodies in [false, true] {
      let recorded = try Recorded(keepsBodies: keepsBodies)
      recorded.exchange("https://api.example/2.3/questions/1", answer: answer)
      #expect(try recorded.text().contains("words of a person") == keepsBodies)
    }
  }
}
