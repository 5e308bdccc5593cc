import Foundation
import Testing

/// The public interface is a decision: what it was stands in `Interface.txt`. `RECORD_INTERFACE=1` writes that again.
@Suite struct InterfaceTests {
  @Test func thePublicInterfaceIsWhatItWas() throws {
    var interface = Set<String>()
    for module in ["Signals", "SignalsTesting"] {
      for (_, text) in try PackageFolder.sources(of: module) {
        for declaration in PublicDeclarations(in: text).all { interface.insert("\(module) \(declaration)") }
      }
    }
    #expect(interface.count > 400)
    if ProcessInfo.processInfo.environment["RECORD_INTERFACE"] != nil {
      let text = interface.sorted().joined(separator: "\n") + "\n"
      try text.write(to: PackageFolder.url.appendingPathComponent("Interface.txt"), atomically: true, encoding: .utf8)
    }
    let baseline = Set(try PackageFolder.text("Interface.txt").split(separator: "\n").map(String.init))
    #expect(interface.subtracting(baseline).sorted() == [], "added")
    #expect(baseline.subtracting(interface).sorted() == [], "taken away or changed")
  }

  @Test func whatIsPublicIsFound() {
    let text = """
      /// Text with public in it.
      public protocol Lamp: Sendable {
        var isOn: Bool { get }

        func toggle(
          after delay: Double
        ) -> Bool
      }

      extension Lamp where Self: AnyObject {
        @_disfavoredOverload
        public func toggle<T>(_ value: T) -> Int
        where T: Sendable {
          let public_ = 1
          return public_
        }
        func hidden() {}
      }

      public enum Kind { case warm, cold(Int) }
      enum Hidden { case a }
      public struct Box<Value> {
        public private(set) var value: Value
        var hidden = 0
        public enum Size: Int {
          case small
        }
      }
      """
    #expect(
      PublicDeclarations(in: text).all == [
        "protocol Lamp: Sendable",
        "protocol Lamp: Sendable | var isOn: Bool { get }",
        "protocol Lamp: Sendable | func toggle(after delay: Double) -> Bool",
        "extension Lamp where Self: AnyObject | @_disfavoredOverload func toggle<T>(_ value: T) -> Int where T: Sendable",
        "enum Kind { case warm, cold(Int) }",
        "struct Box<Value>",
        "struct Box<Value> | private(set) var value: Value",
        "struct Box<Value> | enum Size: Int",
        "struct Box<Value> | enum Size: Int | case small",
      ])
  }
}

/// The public declarations of a file, each on a line after those that it stands in.
///
/// It goes by the layout that `swift format` gives to the source.
struct PublicDeclarations {
  private(set) var all: [String] = []
  /// The declarations that the current line stands in, with their indentation.
  private var containers: [(indentation: Int, text: String, hasPublicMembers: Bool)] = []

  init(in text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var attributes = ""
    while let line = lines.popFirst() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.isEmpty || trimmed.hasPrefix("//") || trimmed.hasPrefix("#") { continue }
      let indentation = line.prefix { $0 == " " }.count
      containers.removeAll { $0.indentation >= indentation }
      if trimmed.hasPrefix("@"), !trimmed.contains(" ") {
        attributes += trimmed == "@discardableResult" ? "" : trimmed + " "
        continue
      }
      defer { attributes = "" }
      let (isPublic, words) = Self.withoutAccess(trimmed)
      let container = containers.last
      let isMember = container.map { $0.hasPublicMembers && indentation == $0.indentation + 2 } ?? false
      let isRequirement =
        isMember && ["var ", "func ", "case ", "associatedtype ", "static ", "init("].contains { words.hasPrefix($0) }
      let isContainer = ["extension ", "class ", "struct ", "enum ", "protocol ", "final class "].contains {
        words.hasPrefix($0)
      }
      guard isPublic || isRequirement || isContainer else { continue }
      let declaration = attributes + Self.head(of: words, in: &lines)
      if isPublic || isRequirement { all.append((containers.map(\.text) + [declaration]).joined(separator: " | ")) }
      let kind = declaration.split(separator: " ").first { !$0.hasPrefix("@") }
      if isContainer, isPublic || kind == "extension" {
        containers.append((indentation, declaration, kind == "protocol" || kind == "enum"))
      }
    }
  }

  private static func withoutAccess(_ line: String) -> (isPublic: Bool, words: String) {
    var words = line.components(separatedBy: " ")
    guard let index = words.prefix(3).firstIndex(where: { $0 == "public" || $0 == "open" }) else {
      return (false, line)
    }
    words.remove(at: index)
    return (true, words.joined(separator: " "))
  }

  /// A declaration up to its body, on one line.
  private static func head(of first: String, in lines: inout ArraySlice<String>) -> String {
    var text = first
    while text.hasSuffix("=") || text.count(where: { $0 == "(" }) > text.count(where: { $0 == ")" }),
      let next = lines.popFirst()
    {
      text += " " + next.trimmingCharacters(in: .whitespaces)
    }
    while let next = lines.first?.trimmingCharacters(in: .whitespaces), next.hasPrefix("where "), !text.hasSuffix("{") {
      lines.removeFirst()
      text += " " + next
    }
    text = text.replacingOccurrences(of: "( ", with: "(").replacingOccurrences(of: " )", with: ")")
    if text.hasSuffix("{") { return String(text.dropLast()).trimmingCharacters(in: .whitespaces) }
    // What a property computes, or a function of one line, is no part of its interface; what a requirement promises is.
    guard text.hasSuffix("}"), let brace = text.firstIndex(of: "{") else { return text }
    let body = text[brace...]
    let stays = ["{ get }", "{ get set }"].contains(String(body)) || text.hasPrefix("enum ")
    return stays ? text : text[..<brace].trimmingCharacters(in: .whitespaces)
  }
}
