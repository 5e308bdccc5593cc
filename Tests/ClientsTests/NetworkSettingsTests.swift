import Foundation
import Model
import Testing

@testable import Clients

@Suite struct NetworkSettingsTests {
  private func proxy(_ environment: [String: String], for address: String = "https://h.example/") throws -> Proxy? {
    try NetworkSettings(environment: environment).proxy(for: try #require(URL(string: address)))
  }

  @Test(
    arguments: [
      ("http://p.example:3128", "p.example", 3128, nil, nil),
      ("HTTP://p.example:3128/", "p.example", 3128, nil, nil),
      ("p.example:8080", "p.example", 8080, nil, nil),
      ("p.example", "p.example", 1080, nil, nil),
      ("http://[::1]:3128", "::1", 3128, nil, nil),
      ("http://me:p%40ss%20word@p.example:1", "p.example", 1, "me", "p@ss word"),
      ("http://me@p.example", "p.example", 1080, "me", nil),
    ] as [(String, String, Int, String?, String?)])
  func aProxysAddressIsReadAsCurlReadsIt(
    text: String, host: String, port: Int, user: String?, password: String?
  ) throws {
    let proxy = try #require(try proxy(["HTTPS_PROXY": text]))
    #expect(proxy.host == host)
    #expect(proxy.port == port)
    #expect(proxy.user == user)
    #expect(proxy.password == password.map(Secret.init(anything:)))
  }

  @Test(arguments: [
    "socks5://p.example", "https://p.example", "http://", "http://p.example:99999", "http://p.example:0",
    "http://p.example:x", "http://p .example", "http://me:s3cret@", "http://me:12/s3cret@p", "me:1#s3cret@p",
    "http://p:99999999999999999999",
  ])
  func whatIsNoProxyIsOneSentence(text: String) {
    for name in ["HTTPS_PROXY", "https_proxy"] {
      let error = #expect(throws: NetworkSettingsError.self) { try NetworkSettings(environment: [name: text]) }
      #expect(error?.description.hasPrefix("\(name) is no address of a proxy: write http://HOST:PORT") == true)
      #expect(error?.description.contains("s3cret") == false)
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
    #expect(try NetworkSettings(environment: ["SSL_CERT_FILE": Relay.certificate]).certificateFile == Relay.certificate)
    #expect(try NetworkSettings(environment: ["SSL_CERT_FILE": ""]).certificateFile == nil)
    for (path, complaint) in [
      ("/nowhere/roots.pem", "cannot be read"), (SampleFiles.folder.path, "cannot be read"),
      (SampleFiles.folder.appending(path: "INDEX.json").path, "holds no certificates in PEM"),
    ] {
      let error = #expect(throws: NetworkSettingsError.self) {
        try NetworkSettings(environment: ["SSL_CERT_FILE": path])
      }
      #expect(error?.description == "SSL_CERT_FILE names \(path), which \(complaint)")
    }
  }
}
