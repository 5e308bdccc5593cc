import Assembly
import Foundation
import Model
import Screen
import Text

@testable import Clients
@testable import EditsEdge
@testable import SettingsFile
@testable import Storage
@testable import Terminal

// The variables of the environment, through the same readers as in the program. An input is a line for each: NAME=VALUE.

let environments: [Target] = [
  Target("environment", texts: variables.map { "\($0.key)=\($0.value)" } + lists) { bytes in
    let environment = variables(in: bytes)
    let network = NetworkSettings(environment: environment)
    for url in addresses {
      do throws(ServiceError) {
        if let proxy = try network.proxy(for: url) {
          check(!proxy.host.isEmpty && (1...65_535).contains(proxy.port), "no proxy")
          check(proxy.authorization?.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ?? true, "no header")
        }
      } catch { error.read() }
    }
    // A password is repeated nowhere.
    for text in environment.values {
      _ = AddressText.quoted(text)
      let masked = AddressText.withoutPasswords(text)
      check(AddressText.withoutPasswords(masked) == masked, "a password the second time")
    }
    switch SettingsText.layer(environment: environment, vocabulary: vocabulary) {
    case .success(let layer):
      if case .failure(let mistakes) = Settings.resolve(environment: layer, vocabulary: vocabulary) { mistakes.read() }
    case .failure(let mistakes): mistakes.read()
    }
    for mistake in SettingsText.unknownVariables(in: environment, vocabulary: vocabulary) {
      SettingsMistakes([mistake]).read()
    }
    let folders = PersonalFolders(environment: environment)
    check(folders.config.path().hasPrefix("/") && folders.expanded("~/a").hasPrefix("/"), "no absolute path")
    let location = DatabaseLocation(environment: environment)
    check(location.state != location.cache, "one file for two")
    if let wiki = environment["REACTUI_MEDIAWIKI_URL"].flatMap({ MediaWikiAddress($0) }) {
      _ = wiki.api(of: "de.wikipedia.org")
      _ = wiki.rest(of: "de.wikipedia.org")
    }
    if let term = environment["TERM"] {
      _ = TerminalType.takesLinks(term)
      _ = TerminalType.showsUnicode(
        term: term, lcAll: environment["LC_ALL"], lcCType: environment["LC_CTYPE"], lang: environment["LANG"])
    }
    for browser in (try? Browser.candidates(for: addresses[0], environment: environment)) ?? [] {
      check(browser.arguments.count > 0, "no program")
      check(browser.name.string.unicodeScalars.allSatisfy(isHarmless), "a control character")
      _ = browser.isInstalled(path: environment["PATH"] ?? "")
    }
    _ = environment.withoutSecrets
  }
]

private let addresses = ["https://h.example/", "wss://127.0.0.1:8642/", "https://[::1]/"].compactMap { URL(string: $0) }

/// A variable's name with a value that is fit for it.
private let variables = [
  "HTTPS_PROXY": #"http://CORP\user:p%zz[q@127.0.0.1:3128"#, "https_proxy": "http://us%C3%A4r:p%E4@[fe80::1%25lo]:1",
  "NO_PROXY": "*.example, 10.0.0.0/8 ::1 fd00::/8", "SSL_CERT_FILE": "/nowhere/roots.pem",
  "REACTUI_STACK_EXCHANGE_URL": "https://me:s3cret@h.example:8443/2.3?key=x",
  "REACTUI_WIKI_URL": "wss://h.example:99999/", "REACTUI_CONAIR_URL": "http://[::1]:8642/data/",
  "REACTUI_WIKIS": "de, frwiki", "REACTUI_THEME": "dark",
  "REACTUI_MEDIAWIKI_URL": "http://127.0.0.1:1/{host}/w/api.php",
  "XDG_CONFIG_HOME": "/home/a/.config", "XDG_STATE_HOME": "relative", "HOME": "/", "TERM": "screen.linux",
  "LC_ALL": "de_DE.UTF-8@euro", "BROWSER": "w3m %s:firefox", "PATH": "/usr/bin::/bin",
]

private let lists = [
  variables.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"),
  "HTTPS_PROXY=me:pa ss@h\nNO_PROXY=h.example\nREACTUI_CONAIR_TOKEN=x\nREACTUI_TEHME=y",
  "HTTPS_PROXY=http://a:b@\u{301}h:1/\nHTTPS_PROXY=socks5://h",
]

/// The variables of an input. What no process can have, a NUL, ends a value.
private func variables(in bytes: [UInt8]) -> [String: String] {
  var environment: [String: String] = [:]
  for line in bytes.split(separator: UInt8(ascii: "\n")) {
    let parts = line.prefix { $0 != 0 }.split(separator: UInt8(ascii: "="), maxSplits: 1)
    guard parts.count == 2 else { continue }
    environment[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
  }
  return environment
}
