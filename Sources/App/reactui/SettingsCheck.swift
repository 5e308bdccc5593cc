import Assembly
import Foundation
import Model
import PaneKit
import Questions
import SettingsFile
import Signals
import Storage
import Text

/// The findings of `reactui config` beyond mistakes that end a start: problems that would appear only later, or never.
struct SettingsCheck {
  let resolved: ResolvedSettings
  let environment: [String: String]
  let vocabulary: SettingsVocabulary
  /// The sites in the cache; `nil` if there are none.
  let sites: [Site]?

  /// What does not work as the settings say, in the order of documentation.
  var findings: [SettingsMistake] { unknownSites + unusableSecrets + sharedKeys + unknownVariables }

  /// What works, but not with every value.
  var cautions: [SettingsMistake] { openWords }

  // MARK: - Sites

  private var unknownSites: [SettingsMistake] {
    guard let sites, !sites.isEmpty else { return [] }
    let known = sites.map(\.id)
    let path = "stack-overflow.tabs"
    return resolved.settings.stackOverflow.tabs.enumerated().flatMap { index, tab in
      tab.feed.sites.enumerated().compactMap { number, site in
        guard site != QuestionFeed.standardSite, !known.contains(site) else { return nil }
        let key = "\(path)[\(index)].site"
        let place = tab.feed.isJoined ? "\(key)[\(number)]" : key
        return SettingsMistake(
          place: resolved.place(of: place, in: path),
          sentence: "\(SafeText(oneLine: place)): \(SettingsText.unknown("site", site, among: known))")
      }
    }
  }

  // MARK: - Secrets

  /// Files of secrets that are missing, readable by others, or empty. Programs are not run.
  private var unusableSecrets: [SettingsMistake] {
    let settings = resolved.settings
    let rooms = settings.rooms.enumerated().map { index, room in
      // A room without a token of its own has that of all.
      let key = room.user == nil ? "token-file" : "password-file"
      return room.secret == settings.conAir.token ? nil : unusable(room.secret, "rooms[\(index)].\(key)", in: "rooms")
    }
    return
      ([
        unusable(settings.stackOverflow.key, "stack-overflow.key-file", in: "stack-overflow.key-command"),
        unusable(settings.conAir.token, "conair.token-file", in: "conair.token-command"),
      ] + rooms).compactMap { $0 }
  }

  private func unusable(_ source: SecretSource?, _ path: String, in setting: String) -> SettingsMistake? {
    guard case .file(let file) = source else { return nil }
    do throws(SecretError) {
      _ = try SecretFile.secret(PersonalFolders(environment: environment).expanded(file))
      return nil
    } catch {
      return SettingsMistake(
        place: resolved.place(of: path, in: setting), sentence: "\(SafeText(oneLine: path)): \(error.sentence)")
    }
  }

  // MARK: - Keys

  /// The commands that a sentence names of many with the same key.
  private static let namedCommands = 4

  private var sharedKeys: [SettingsMistake] {
    let own = resolved.settings.commands
    let layouts = resolved.settings.layouts.keys.sorted()
    let keys = resolved.settings.allKeys
    let numbers = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1.id, $0) })
    let names = Dictionary(uniqueKeysWithValues: layouts.map { (NamedLayout.command($0), $0) })
    return Features.catalog.clashes(in: keys, own: own, layouts: layouts).map { clash in
      let (number, layout) = (numbers[clash.command], names[clash.command])
      let path =
        number.map { "commands[\($0)].key" } ?? layout.map { "layouts.\($0).key" } ?? "keys.\(clash.command)"
      let setting = number != nil ? "commands" : layout != nil ? "layouts" : "keys"
      let most = clash.others.count > Self.namedCommands + 1 ? Self.namedCommands : clash.others.count
      let named = clash.others.prefix(most).map { name -> SafeText in
        keys[name] == nil ? "\(SafeText(oneLine: name)) by default" : SafeText(oneLine: name)
      }
      let rest = clash.others.count - most
      let others: SafeText = "\(named.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
      return SettingsMistake(
        place: resolved.place(of: path, in: setting),
        sentence: """
          \(SafeText(oneLine: path)): \(SafeText(oneLine: clash.key)) is also the key of \(others); \
          give either another
          """)
    }
  }

  // MARK: - Commands

  /// Words of own commands that a value can make options, which are refused when that happens.
  private var openWords: [SettingsMistake] {
    resolved.settings.commands.enumerated().flatMap { index, command in
      command.openWords.map { word in
        let path = "commands[\(index)].run"
        return SettingsMistake(
          place: resolved.place(of: path, in: "commands"),
          sentence: """
            \(SafeText(oneLine: path)): \"\(SafeText(oneLine: word.text, limit: 40))\" is refused if its value begins with a dash; \
            put "--" before it, or text
            """)
      }
    }
  }

  // MARK: - Variables

  private var unknownVariables: [SettingsMistake] {
    SettingsText.unknownVariables(in: environment, vocabulary: vocabulary)
  }
}

extension SettingsCheck {
  /// - Parameter sources: The sources of the settings.
  init(_ resolved: ResolvedSettings, of sources: SettingsSources) {
    let cache = Databases(environment: sources.environment).cache
    // Reading a cache that does not exist would create one.
    let server = resolved.settings.stackOverflow.url.map { QuestionServer($0) } ?? .standard
    // No wait for another program is silent.
    cache.notices.observeValues { CommandContext.tell($0) }
    let answer = cache.exists ? cache.sites(of: server).first() : nil
    self.init(
      resolved: resolved, environment: sources.environment, vocabulary: sources.vocabulary,
      sites: (answer?.get() ?? nil)?.list.sites)
  }
}
