import CYaml
import Text

/// A piece of YAML, with its place: a value, or the beginning or end of several.
struct YAMLEvent {
  enum Content: Equatable {
    case documentStart
    case alias
    case scalar(String, isPlain: Bool)
    case listStart
    case mapStart
    /// The end of a list or map.
    case end
  }

  var content: Content
  var place: SettingsPlace
  var hasAnchor = false
  /// The whole name of the tag: `tag:yaml.org,2002:str` for `!!str`.
  var tag: String?
}

/// Reads a text event by event. The only code that calls libyaml, through the C module that Yams is made of: Yams's own parser
/// expands aliases, and fails at a duplicate key without its place.
final class YAMLEvents {
  private let name: SafeText
  private let text: String
  // Unsafe memory, because libyaml keeps the addresses of its parser and of the text. Both live as long as this object.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String, name: SafeText) {
    self.name = name
    self.text = text
    // The zero at the end is not read; a buffer of no bytes may have no address.
    bytes = .allocate(capacity: text.utf8.count + 1)
    _ = bytes.initialize(fromContentsOf: Array(text.utf8) + [0])
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count - 1)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// Returns the next event; `nil` at the end of the text.
  func next() throws(SettingsMistakes) -> YAMLEvent? {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1, parser.pointee.error == YAML_NO_ERROR else {
        throw SettingsMistakes([YAMLSentences(name: name, text: text).mistake(for: problem)])
      }
      defer { yaml_event_delete(&event) }
      switch event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_DOCUMENT_START_EVENT: return self.event(.documentStart, event)
      case YAML_ALIAS_EVENT: return self.event(.alias, event)
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
        return self.event(.scalar(text, isPlain: isPlain), event, anchor: scalar.anchor, tag: scalar.tag)
      case YAML_SEQUENCE_START_EVENT:
        let list = event.data.sequence_start
        return self.event(.listStart, event, anchor: list.anchor, tag: list.tag)
      case YAML_MAPPING_START_EVENT:
        let map = event.data.mapping_start
        return self.event(.mapStart, event, anchor: map.anchor, tag: map.tag)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return self.event(.end, event)
      default: return nil
      }
    }
  }

  private func event(
    _ content: YAMLEvent.Content, _ event: yaml_event_t, anchor: UnsafeMutablePointer<yaml_char_t>? = nil,
    tag: UnsafeMutablePointer<yaml_char_t>? = nil
  ) -> YAMLEvent {
    YAMLEvent(
      content: content, place: YAMLProblem.Mark(event.start_mark).place(in: name), hasAnchor: anchor != nil,
      tag: tag.map { String(cString: $0) })
  }

  /// The reason why parsing stopped.
  private var problem: YAMLProblem {
    let parser = parser.pointee
    return YAMLProblem(
      words: parser.problem.map { String(cString: $0) },
      mark: parser.error == YAML_READER_ERROR ? nil : .init(parser.problem_mark),
      context: parser.context.map { String(cString: $0) }, contextMark: .init(parser.context_mark))
  }
}

/// libyaml's error message.
struct YAMLProblem {
  /// A position in the text. Lines and columns count from 1, columns in Unicode scalars.
  struct Mark {
    var line: Int
    var column: Int

    init(_ mark: yaml_mark_t) {
      line = Int(mark.line) + 1
      column = Int(mark.column) + 1
    }

    func place(in name: SafeText) -> SettingsPlace { .file(name: name, line: line, column: column) }
  }

  /// `nil` if there is not enough memory.
  var words: String?
  var mark: Mark?
  /// What was being read, and where it begins.
  var context: String?
  var contextMark: Mark
}
