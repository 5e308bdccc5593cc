import DemoContent

/// The words of invented events. No list is empty.
public struct EditWords: Sendable {
  /// Of pages.
  public var titles: [String]
  /// The names of accounts.
  public var users: [String]
  var bots = ["ClockworkSweepBot", "InterlinkBot", "DatestampBot", "CitationTidyBot", "RedirectFixBot"]
  var categories = ["Living people", "Articles with short description", "CS1 maint: date format", "All stub articles"]
  /// Wikis that clients of the English one must ignore.
  var otherWikis = ["dewiki", "frwiki", "jawiki", "ruwiki", "eswiki", "commonswiki", "wikidatawiki", "enwiktionary"]
  /// Namespaces of pages that readers rarely see. Source: https://www.mediawiki.org/wiki/Help:Namespaces
  var namespaces: [(number: Int, name: String)] = [(2, "User"), (4, "Wikipedia"), (10, "Template"), (118, "Draft")]
  var logEntries: [(type: String, action: String)] = [
    ("delete", "delete"), ("move", "move"), ("block", "block"), ("protect", "protect"),
    ("pagetriage-curation", "reviewed"), ("thanks", "thank"), ("abusefilter", "hit"), ("patrol", "patrol"),
  ]
  public var editComments = [
    "", "", "", "typo", "copy edit", "/* History */ added a source", "/* References */ fixed a dead link",
    "added short description", "Reverted edits by an unregistered user", "/* Career */ updated", "date format",
    "/* See also */", "clean up", "/* Plot */ shortened", "added a citation needed tag", "disambiguated a link",
    "/* Geography */ population of the last census", "moved the picture to the right", "grammar & spelling",
  ]
  var talkComments = [
    "/* Merge? */ reply", "/* Requested move */ support", "new section", "archived old threads", "/* Sources */ reply",
  ]

  /// The titles and users compiled into the program.
  public static let demo = EditWords(
    titles: DemoFile.lines(of: DemoContentWikipediaTitles(), else: "Main Page"),
    users: DemoFile.lines(of: DemoContentWikipediaUsers(), else: "Example"))
}
