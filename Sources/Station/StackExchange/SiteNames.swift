import Text

/// The names of Stack Exchange's sites in requests (`api_site_parameter` of https://api.stackexchange.com/docs/sites).
enum SiteNames {
  /// Returns whether there is such a site: one of the list, or the site about one of them.
  static func contains(_ name: String) -> Bool {
    if all.contains(name) { return true }
    // `unix.meta`; the oldest sites and the international ones are the other way round: `meta.superuser`.
    let main = name.ends(with: ".meta") ? name.dropLast(5) : name.begins(with: "meta.") ? name.dropFirst(5) : ""
    return main != "meta" && all.contains(String(main))
  }

  /// All sites, sorted by name.
  static var sorted: [String] { all.sorted() }

  private static let all = Set(
    """
    stackoverflow serverfault superuser meta askubuntu stackapps webapps gaming webmasters cooking gamedev photo
    stats math diy gis tex money english ux unix wordpress cstheory apple rpg bicycles softwareengineering
    electronics android boardgames physics homebrew security writing avp graphicdesign dba scifi codereview codegolf
    quant pm skeptics fitness drupal mechanics parenting sharepoint music sqa judaism german japanese philosophy
    gardening travel crypto dsp french christianity bitcoin linguistics hermeneutics history bricks spanish scicomp
    movies chinese biology poker mathematica psychology outdoors martialarts sports academia cs workplace chemistry
    chess raspberrypi russian islam salesforce patents genealogy robotics expressionengine politics anime magento
    ell sustainability tridion reverseengineering networkengineering opendata freelancing blender mathoverflow.net
    space sound astronomy tor pets ham italian pt.stackoverflow aviation ebooks alcohol softwarerecs arduino
    expatriates matheducators earthscience joomla datascience puzzling craftcms buddhism hinduism communitybuilding
    worldbuilding ja.stackoverflow emacs hsm economics lifehacks engineering coffee vi musicfans woodworking civicrm
    medicalsciences ru.stackoverflow rus mythology law opensource elementaryos portuguese computergraphics
    hardwarerecs es.stackoverflow 3dprinting ethereum latin languagelearning retrocomputing crafts korean monero ai
    esperanto sitecore iot literature vegetarianism ukrainian devops bioinformatics cseducators interpersonal iota
    stellar conlang quantumcomputing eosio tezos or drones mattermodeling cardano proofassistants substrate
    bioacoustics solana langdev genai
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
