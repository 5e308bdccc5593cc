import Foundation
import Model
import Testing
import Text

@testable import Clients

/// What a request says on the wire, without a network.
@Suite struct RequestTests {
  private func request(
    _ base: String = "https://api.example/2.3", _ path: RequestPath = "", _ parameters: Parameters = [:],
    as encoding: Request.Encoding = .query
  ) throws -> HTTPRequest {
    let base = try #require(URL(string: base))
    return try Request(base: base, path: path, parameters: parameters, encoding: encoding).encoded()
  }

  @Test(arguments: [
    ("c++", "c%2B%2B"), ("a;b", "a%3Bb"), ("a b&c=d#e?", "a%20b%26c%3Dd%23e%3F"), ("é", "%C3%A9"), ("x-._~9", "x-._~9"),
    ("%2B", "%252B"), ("\u{0}\r\n", "%00%0D%0A"), ("a/b", "a%2Fb"),
  ])
  func inAnAddressAllThatIsNotPlainIsEscaped(text: String, escaped: String) throws {
    #expect(try request("http://h/p", "", ["q": text]).url == "http://h/p?q=\(escaped)")
    #expect(try request("http://h", "a/\(text)/b").url == "http://h/a/\(escaped)/b")
    #expect(try request("http://h/p", "", ["\(text)": "v"]).url == "http://h/p?\(escaped)=v")
  }

  @Test(
    arguments: [
      ("https://api.example/2.3", "questions", "https://api.example/2.3/questions?a=1&b=%2B"),
      ("https://api.example/2.3/", "questions", "https://api.example/2.3/questions?a=1&b=%2B"),
      ("http://host", "p", "http://host/p?a=1&b=%2B"),
      ("http://host/data/", "", "http://host/data/?a=1&b=%2B"),
      ("http://host/data?token=x", "", "http://host/data?token=x&a=1&b=%2B"),
      ("http://host/base/?token=x#f", "p", "http://host/base/p?token=x&a=1&b=%2B"),
      ("http://host/base?", "p", "http://host/base/p?a=1&b=%2B"),
    ] as [(String, RequestPath, String)])
  func aPathAndParametersAreJoinedToAnyBase(base: String, path: RequestPath, url: String) throws {
    #expect(try request(base, path, ["a": 1, "b": "+"]).url == url)
  }

  @Test func parametersKeepTheirOrderAndTheirRepeats() throws {
    let none: String? = nil
    var parameters: Parameters = ["z": 1, "a": "x", "z": true, "left out": none, "n": 0.5]
    parameters.append("z", -7)
    parameters.append("z", none)
    #expect(try request("http://h/", "", parameters).url == "http://h/?z=1&a=x&z=true&n=0.5&z=-7")
  }

  @Test func aFormIsABodyWithPlusForSpace() throws {
    let request = try request("http://h/p?token=x", "", ["q": "a b+c;d&é", "q": 2], as: .form)
    #expect(request.url == "http://h/p?token=x")
    #expect(request.headers.map { "\($0.name): \($0.value)" } == ["Content-Type: application/x-www-form-urlencoded"])
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == "q=a+b%2Bc%3Bd%26%C3%A9&q=2")
  }

  @Test func jsonKeepsNumbersAndFlagsAndGathersRepeats() throws {
    let request = try request(
      "http://h", "data", ["t": 21.5, "n": 3, "on": true, "s": "a/\"é", "r": 1, "r": "x"], as: .json)
    #expect(request.url == "http://h/data")
    #expect(request.headers.map { "\($0.name): \($0.value)" } == ["Content-Type: application/json"])
    #expect(
      request.body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"n":3,"on":true,"r":[1,"x"],"s":"a/\"é","t":21.5}"#)
    #expect(throws: ServiceError.self) { try self.request("http://h", "", ["t": Double.nan], as: .json) }
  }

  @Test func thePathsTemplateNamesTheMethodWithoutItsArguments() {
    let path: RequestPath = "questions/\(123)/answers/\("c++")"
    #expect(path.template == "questions/{}/answers/{}")
    #expect(path.escaped == "questions/123/answers/c%2B%2B")
    #expect(("tags" as RequestPath).template == "tags")
  }

  @Test func whoAsksStandsInAHeaderAndNowhereElse() throws {
    let base = try #require(URL(string: "http://h/"))
    var request = Request(base: base, parameters: ["a": 1])
    request.headers = [("X", "y")]
    request.authorization = .bearer(try #require(Secret(" s3cret+key \n")))
    let encoded = try request.encoded()
    #expect(encoded.url == "http://h/?a=1")
    #expect(encoded.headers.map { "\($0.name): \($0.value)" } == ["X: y", "Authorization: Bearer s3cret+key"])
    request.authorization = .basic(user: "me", password: Secret(anything: "pass word"))
    #expect(try request.encoded().headers.last?.value == "Basic bWU6cGFzcyB3b3Jk")
  }
}

@Suite struct SecretTests {
  @Test(arguments: ["", "  \n", "a\r\nX: y", "ä", "a b", "a\u{0}"])
  func whatNoHeaderMayCarryIsNoSecret(text: String) {
    #expect(Secret(text) == nil)
  }

  @Test func aSecretIsNeverPrinted() throws {
    let secret = try #require(Secret("s3cret"))
    var dumped = ""
    dump((secret, Authorization.bearer(secret)), to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\(Authorization.bearer(secret))", dumped] {
      #expect(!text.contains("s3cret"), "\(text)")
    }
  }

  @Test(arguments: [
    "s3cret+key", "S3CRET+KEY", "s3cret%2Bkey", "s3cret%2bkey", "s3cret key", "s3cret\\u002bkey", "\\u00733cret+key",
    "s3cret&#43;key", "&#x73;3cret&#x2B;key", "%733cret%2Bkey", "s3cret\\+key", "s3cret+ke\\u0079",
  ])
  func anErrorDoesNotRepeatIt(written: String) throws {
    let secret = try #require(Secret("s3cret+key"))
    let text = SafeText(oneLine: "`\(written)` is no key")
    let errors: [ServiceError] = [
      .unreachable(host: "h", reason: text), .malformedAnswer(host: "h", detail: text),
      .refused(name: text, message: text), .notFound(text), .inTrouble(words: text),
      .httpStatus(400, host: "host", words: text), .throttled(Pause(until: nil, words: text)),
      .pauseRequested(Pause(until: nil, words: text)),
    ]
    for error in errors {
      let sentence = error.withholding(secret).sentence.string
      #expect(!sentence.lowercased().contains("s3cret"), "\(sentence)")
      #expect(sentence.contains("is no key"))
      #expect(!sentence.contains("key`"), "nor its end: \(sentence)")
    }
  }

  @Test func aTextWithoutItStaysAsItIs() {
    let secret = Secret(anything: "a.c&<\u{e9}")
    for text in ["abc&<\u{e9}", "a.c", "caf\u{e9} &amp; 100 % \\u12", ""] {
      #expect(secret.removed(from: text) == text)
    }
    for text in ["a.c&<\u{e9}", "A%2ec&amp;&lt;%C3%a9", "a.c&<\u{e9}\u{301}"] {
      #expect(secret.removed(from: "is \(text) so").unicodeScalars.starts(with: "is \(Secret.mark)".unicodeScalars))
    }
    // A mark for each of these would tell them.
    #expect(Secret(anything: "t").removed(from: "that") == "that")
  }

  @Test func aPasswordIsWithheldAsItStandsInTheHeaderToo() {
    let authorization = Authorization.basic(user: "me", password: Secret(anything: "s3cret"))
    let encoded = Data("me:s3cret".utf8).base64EncodedString()
    let error = ServiceError.notFound("\(SafeText(oneLine: encoded)) and s3cret")
    #expect(authorization.secrets.reduce(error) { $0.withholding($1) } == .notFound("… and …"))
  }
}
