import Foundation
import Model
import NIOHTTP1
import Testing
import Text

@testable import Clients

@Suite struct ServiceWordsTests {
  @Test(arguments: [
    (#"{"error":"rate limited"}"#, "rate limited"),
    (#"{"status":400,"title":"Stream Not Found","detail":"Invalid streams: nope"}"#, "Invalid streams: nope"),
    (
      #"{"type":"too_many_requests","title":"Too Many Concurrent Connections From Your Client IP"}"#,
      "Too Many Concurrent Connections From Your Client IP"
    ),
    (#"{"message":"bad id","name":"InvalidAssignmentError","origin":"KafkaSSE"}"#, "bad id"),
    (#"{"error_id":400,"error_name":"bad_parameter","error_message":"ids"}"#, "ids"),
    (#"{"error":{"code":"maxlag","info":"Waiting for a database server"}}"#, "Waiting for a database server"),
    (#"{"error":true,"reason":"Daily limit exceeded"}"#, "Daily limit exceeded"),
    (#"{"status":"error","errorType":"bad_data","error":"parse error"}"#, "parse error"),
    (#"{"errors":[{"code":"x","text":"first"},{"text":"second"}]}"#, "first"),
    (#"{"message":"  ","error":"second"}"#, "second"), (#""just a text""#, "just a text"),
    ("401: Unauthorized", "401: Unauthorized"), ("\n\n  no org id  \nmore", "no org id"),
    ("\u{FEFF}{\"error\":\"behind a mark\"}", "behind a mark"), ("\u{FEFF}plain text", "plain text"),
    ("{\"error\":\"a\\u001b[31m\\nb\"}", "a�[31m b"),
  ])
  func theReasonIsFoundWhereverAServiceWritesIt(body: String, words: String) {
    #expect(ServiceWords.read(Array(body.utf8))?.string == words)
  }

  @Test(arguments: [
    "", " ", "<html>no</html>", "{}", "[]", "{\"items\":[]}", "{\"error\":null}", "{\"error\":", "7x\0",
    String(repeating: "[", count: 60_000), String(repeating: "{\"error\":", count: 6_000),
  ])
  func whatHasNoWordsHasNone(body: String) {
    #expect(ServiceWords.read(Array(body.utf8)) == nil)
  }

  @Test func bytesThatAreNoTextAreNoWords() {
    #expect(ServiceWords.read([0x37, 0xFF, 0xFE]) == nil)
    #expect(ServiceWords.read([UInt8](repeating: 0x61, count: ServiceWords.bodyLimit + 1)) == nil)
  }

  @Test func aLongReasonIsCutAtTwoHundredLetters() throws {
    let long = String(repeating: "é", count: 5_000)
    for body in [#"{"error":"\#(long)"}"#, long] {
      let words = try #require(ServiceWords.read(Array(body.utf8)))
      #expect(words.string == String(repeating: "é", count: 199) + "…")
    }
  }

  @Test(
    arguments: [
      (403, "\u{FEFF}<html><title>Just a moment...</title>", HTTPHeaders()),
      (403, "<!DOCTYPE html><html><head><title>Just a moment...</title>", HTTPHeaders()),
      (503, "<html><script src=\"/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1\">", [:]),
      (429, "", ["cf-mitigated": "challenge"]), (403, "x", ["Cf-Mitigated": "Challenge"]),
    ] as [(Int, String, HTTPHeaders)])
  func aChallengeIsToldAsOne(status: Int, body: String, headers: HTTPHeaders) {
    let now = Date(timeIntervalSince1970: 0)
    let error = ServiceError(status: status, headers: headers, body: Array(body.utf8), host: "host", at: now)
    #expect(error == .challenged(host: "host"))
    #expect(error.outcome(at: now) == .needsPerson)
    #expect(error.sentence == "host asks for a browser; try later or another network")
  }

  @Test func anotherPageIsNoChallenge() {
    let page = Array("<html><title>502 Bad Gateway</title>cloudflare".utf8)
    let error = ServiceError(status: 502, headers: [:], body: page, host: "host", at: Date(timeIntervalSince1970: 0))
    #expect(error == .httpStatus(502, host: "host"))
  }
}
