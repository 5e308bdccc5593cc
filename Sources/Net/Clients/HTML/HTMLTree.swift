import CLibXML2
import Text

/// A node of parsed HTML: an element or text. Comments and processing instructions are left out.
package enum HTMLNode: Hashable {
  case text(String)
  case element(HTMLElement)

  package var element: HTMLElement? {
    if case .element(let element) = self { element } else { nil }
  }

  /// All text in the node, verbatim; `<br>` is a line break.
  var text: String {
    switch self {
    case .text(let text): text
    case .element(let element): element.name == "br" ? "\n" : element.text
    }
  }
}

package struct HTMLElement: Hashable {
  /// In lower case.
  package var name: String
  var attributes: [String: String]
  package var children: [HTMLNode]

  package var text: String { children.map(\.text).joined() }

  package func hasClass(_ name: Substring) -> Bool {
    attributes["class"]?.split(whereSeparator: \.isWhitespace).contains(name) ?? false
  }
}

/// Parses HTML with libxml2, which repairs what browsers repair: missing end tags, wrong nesting, stray text.
///
/// The C tree is not accessible outside: it is copied into values and freed before `nodes(of:)` returns.
package enum HTMLTree {
  /// Deeper elements are replaced by their text, so that walking a tree cannot exhaust the stack.
  static let depthLimit = 48

  /// Whether libxml2 is installed, under either of the numbers that its binary interface has had.
  package static var isAvailable: Bool { html_is_available() }

  /// What a person is told, once in a question, where it is not.
  static let absence: SafeText = "libxml2 is missing: texts are shown as they were sent. Install libxml2 (apt, dnf)."

  /// Returns the nodes of a fragment; nothing is fetched, and errors are not printed. Without libxml2, returns the text as it was
  /// sent.
  package static func nodes(of html: String, isAvailable: Bool = isAvailable) -> [HTMLNode] {
    guard isAvailable else { return [.text(html)] }
    // libxml2 stops at a NUL and drops other control characters; here all of them are shown as �.
    let scalars = Entities.normalized(html: html).unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }
    var printable = String(String.UnicodeScalarView(scalars))
    return printable.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      guard let start = bytes.baseAddress, let length = Int32(exactly: bytes.count) else { return [] }
      let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        | HTML_PARSE_NONET.rawValue
      guard
        let document = html_read(start.assumingMemoryBound(to: CChar.self), length, Int32(options))
      else { return [] }
      defer { html_free(document) }
      guard let root = html_root(document) else { return [] }
      return [node(root, depth: 0)].compactMap { $0 }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r"
  }

  private static func node(_ pointer: xmlNodePtr, depth: Int) -> HTMLNode? {
    switch pointer.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE, XML_ENTITY_REF_NODE:
      return .text(string(pointer.pointee.content))
    case XML_ELEMENT_NODE:
      let name = string(pointer.pointee.name).lowercased()
      guard depth < depthLimit else { return .text(content(of: pointer)) }
      var children: [HTMLNode] = []
      var next = pointer.pointee.children
      while let child = next {
        if let node = node(child, depth: depth + 1) { children.append(node) }
        next = child.pointee.next
      }
      return .element(HTMLElement(name: name, attributes: attributes(of: pointer), children: children))
    default:
      return nil
    }
  }

  private static func attributes(of pointer: xmlNodePtr) -> [String: String] {
    var attributes: [String: String] = [:]
    var next = pointer.pointee.properties
    while let attribute = next {
      let value = attribute.pointee.children.map {
        string(html_attribute(pointer.pointee.doc, $0), free: true)
      }
      attributes[string(attribute.pointee.name).lowercased()] = value ?? ""
      next = attribute.pointee.next
    }
    return attributes
  }

  /// Returns all text below a node, collected by libxml2 without recursion.
  private static func content(of pointer: xmlNodePtr) -> String {
    string(html_content(pointer), free: true)
  }

  private static func string(_ bytes: UnsafePointer<xmlChar>?) -> String {
    bytes.map { String(cString: $0) } ?? ""
  }

  /// Copies a string, and frees it if the caller must.
  private static func string(_ bytes: UnsafeMutablePointer<xmlChar>?, free: Bool) -> String {
    defer { if free { html_free_text(bytes) } }
    return string(bytes)
  }
}
