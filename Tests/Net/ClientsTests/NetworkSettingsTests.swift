import Foundation
import Model
import NetTesting
import Testing

@testable import Clients

@Suite struct NetworkSettingsTests {
  private func proxy(_ environment: [String: String], for address: String = "https://h.example/") throws -> Proxy? {
    try NetworkSettings(environment: environment).proxy(for: try #require(URL(string: address)))
  }

  @Test(
    arguments: [
      ("http://p.example:3128", "p.example", 3128, nil),
      ("HTTP://p.example:3128/", "p.example", 3128, nil),
      ("http://p.example:3128/x?y#z", "p.example", 3128, nil),
      ("p.example:8080", "p.example", 8080, nil),
      ("p.example", "p.example", 1080, nil),
      ("http://p.example:", "p.example", 1080, nil),
      ("http://p.example:03128", "p.example", 3128, nil),
      ("http://%70.example:1", "p.example", 1, nil),
      ("http://bü.example:1", "bü.example", 1, nil),
      ("http://a_b:1", "a_b", 1, nil),
      ("http://[::1]:3128", "::1", 3128, nil),
      ("http://[fe80::1%25lo]:1", "fe80::1%lo", 1, nil),
      ("http://me:p%40ss%20word@p.example:1", "p.example", 1, "me:p@ss word"),
      ("http://me@p.example", "p.example", 1080, "me:"),
      ("me:x@p.example:1", "p.example", 1, "me:x"),
      ("http://:x@p.example:1", "p.example", 1, ":x"),
      ("http://@p.example:1", "p.example", 1, ":"),
      ("http://a%40b:c%3Ad:e@p.example:1", "p.example", 1, "a@b:c:d:e"),
      // As they stand, wherever URLs forbid them.
      (#"http://CORP\user:secret@127.0.0.1:1"#, "127.0.0.1", 1, #"CORP\user:secret"#),
      ("http://user:p%zz@127.0.0.1:1", "127.0.0.1", 1, "user:p%zz"),
      ("http://user:p[q@127.0.0.1:1", "127.0.0.1", 1, "user:p[q"),
      ("http://user:pä@127.0.0.1:1", "127.0.0.1", 1, "user:pä"),
      (#"http://user:a{b|c"d^`@[::1]:1"#, "::1", 1, #"user:a{b|c"d^`"#),
      ("http://user:%@p:1", "p", 1, "user:%"), ("http://user:%4@p:1", "p", 1, "user:%4"),
      ("http://user:%%41@p:1", "p", 1, "user:%A"), ("http://us]er:[@p:1", "p", 1, "us]er:["),
    ] as [(String, String, Int, String?)])
  func aProxysAddressIsReadAsCurlReadsIt(text: String, host: String, port: Int, login: String?) throws {
    let proxy = try #require(try proxy(["HTTPS_PROXY": text]))
    #expect(proxy.host == host)
    #expect(proxy.port == port)
    #expect(proxy.authorization == login.map { "Basic " + Data($0.utf8).base64EncodedString() })
  }

  /// Latin-1, as some proxies have it.
  @Test func anEscapedByteOfAPasswordNeedNotBeUTF8() throws {
    let proxy = try proxy(["HTTPS_PROXY": "http://user:p%e4@p.example"])
    #expect(proxy?.authorization == "Basic " + Data(Array("user:p".utf8) + [0xE4]).base64EncodedString())
  }

  @Test(
    arguments: [
      "socks5://p.example", "https://p.example", "http://", "http://p.example:99999", "http://p.example:0",
      "http://p.example:x", "http://p.example:+1", "http://me:s3cret@", "http://me:12/s3cret@p", "me:1#s3cret@p",
      "http://p:99999999999999999999", "http://[::1", "http://[::1]x:1", "http://[p]:1", "://p:1", "http://a@s3cret@p",
      "http://me:s3cret%0a@p", "http://me:s3cret%00@p", #"http://p\q:1"#, "http://p\u{301}\u{7F}q",
      "http://me:s3cret@\u{301}p@q:1",
    ], ["HTTPS_PROXY", "https_proxy"])
  func whatIsNoProxyIsOneSentence(text: String, name: String) {
    let error = #expect(throws: ServiceError.self) { try proxy([name: text]) }
    #expect(error?.sentence.string.hasPrefix("\(name) is no address of a proxy: ") == true)
    #expect(error?.sentence.string.contains("s3cret") == false)
    #expect(error?.outcome(at: .now) == .needsPerson)
  }

  @Test(arguments: [
    "http://user:pa ss@127.0.0.1:1", "http://p .example", " http://p", "http://p:1 ", "http://us\ter@p", "\u{7F}",
  ])
  func aBlankInAProxysAddressIsWrittenAsItsEscape(text: String) {
    let error = #expect(throws: ServiceError.self) { try proxy(["HTTPS_PROXY": text]) }
    #expect(
      error?.sentence.string == "HTTPS_PROXY is no address of a proxy: in a password write a blank as %20")
  }

  /// Only what needs the proxy fails.
  @Test(arguments: [
    ("https://h.example/", false), ("wss://h.example/", false), ("http://h.example/", true), ("ws://h.example/", true),
    ("https://not.h.example/", true), ("https://127.0.0.1:1/", true), ("wss://localhost/", true),
    ("https://[::1]/", true), ("https://127.h.example/", false),
  ])
  func aWrongProxyFailsWhatNeedsIt(address: String, isReached: Bool) throws {
    let environment = ["HTTPS_PROXY": "socks5://p.example", "NO_PROXY": "not.h.example"]
    if isReached {
      #expect(try proxy(environment, for: address) == nil)
    } else {
      #expect(throws: ServiceError.self) { try proxy(environment, for: address) }
    }
  }

  @Test func theSmallNameCountsBeforeTheLargeOneAndAnEmptyOneNot() throws {
    #expect(try proxy(["HTTPS_PROXY": "large:1", "https_proxy": "small:2"])?.host == "small")
    #expect(try proxy(["HTTPS_PROXY": "large:1", "https_proxy": ""])?.host == "large")
    #expect(try proxy(["HTTPS_PROXY": ""]) == nil)
    #expect(try proxy([:]) == nil)
    let both = ["HTTPS_PROXY": "p:1", "NO_PROXY": "h.example", "no_proxy": "other"]
    #expect(try proxy(both) != nil)
  }

  @Test(arguments: [
    ("https://h.example/", true), ("wss://h.example/", true), ("HTTPS://h.example/", true),
    ("http://h.example/", false),
    ("ws://h.example/", false),
  ])
  func aProxyIsForSecureConnections(address: String, isProxied: Bool) throws {
    #expect(try (proxy(["HTTPS_PROXY": "p:1"], for: address) != nil) == isProxied)
  }

  @Test(arguments: [
    ("*", "h.example", true), ("h.example", "h.example", true), (".h.example", "h.example", true),
    ("h.example", "a.b.H.example", true), ("H.Example.", "h.example", true), ("h.example", "otherh.example", false),
    ("a, h.example b", "h.example", true), ("a.h.example", "h.example", false), ("", "h.example", false),
    (" , ", "h.example", false), ("*,x", "h.example", false), ("*.example", "h.example", false),
    ("10.0.0.0/8", "10.200.3.4", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
    ("192.168.1.128/25", "192.168.1.127", false), ("192.168.1.128/25", "192.168.1.200", true),
    ("0.0.0.0/0", "1.2.3.4", true), ("10.0.0.0/33", "10.0.0.0", false), ("10.0.0.0/x", "10.0.0.0", false),
    ("::1", "[::1]", true), ("[::1]", "[::1]", true), ("fd00::/8", "[fd12::1]", true), ("fd00::/8", "[fe80::1]", false),
    ("10.0.0.0/8", "h.example", false), ("0.1", "10.0.0.1", false),
    ("h.example", "localhost", false), ("h.example", "127.0.0.1", false),
  ])
  func exceptionsAreThoseThatAreListed(list: String, host: String, isException: Bool) throws {
    let environment = ["HTTPS_PROXY": "p:1", "NO_PROXY": list]
    #expect(try (proxy(environment, for: "https://\(host)/") == nil) == isException)
  }

  @Test func aCertificateFileThatCannotBeReadIsOneSentence() throws {
    let certificate = SampleFiles.folder.appending(path: "tls/localhost.pem").path
    #expect(NetworkSettings(environment: ["SSL_CERT_FILE": certificate]).certificateFile == certificate)
    #expect(NetworkSettings(environment: ["SSL_CERT_FILE": ""]).certificateFile == nil)
    for (path, complaint) in [
      ("/nowhere/roots.pem", "cannot be read"), (SampleFiles.folder.path, "cannot be read"),
      (SampleFiles.folder.appending(path: "INDEX.json").path, "holds no certificates in PEM"),
    ] {
      let environment = ["SSL_CERT_FILE": path]
      for address in ["https://h.example", "wss://127.0.0.1"] {
        let error = #expect(throws: ServiceError.self) { try proxy(environment, for: address) }
        #expect(error?.sentence.string == "SSL_CERT_FILE names \(path), which \(complaint)")
      }
      #expect(try proxy(environment, for: "http://h.example") == nil)
    }
  }
}
