/// The public wikis of Wikimedia, and those that can no longer be edited, as its servers were configured on 21 August 2026.
///
/// Wikis that were founded later are found in the list of all wikis that is requested (`WikiDirectory`).
///
/// Source: the lists in https://noc.wikimedia.org/conf/dblists-index.html, and for ``aliases`` the interwiki map in
/// https://noc.wikimedia.org/conf/highlight.php?file=interwiki.php and `wgLanguageCode` in InitialiseSettings.php.
enum WikiTable {
  /// The database names of the wikis that can be edited.
  static let open = names(openCodes, wikipedias + others)

  /// The database names of the wikis that were closed or deleted.
  static let closed = names(closedCodes, [])

  /// The codes of the open Wikipedias' databases: `zh_yue` for `zh_yuewiki`.
  static let wikipedias = words(openWikipedias)

  /// The names of the wikis that have no language, without their suffix `wiki`.
  static let others = words(withoutLanguage)

  /// Other codes by which wikis are called, in the form of an address: the codes in ISO 639 of languages whose wiki has
  /// another name, and former addresses.
  static let aliases = [
    "be-tarask": "be-x-old", "bho": "bh", "cbk": "cbk-zam", "cmn": "zh", "cz": "cs", "dk": "da", "egl": "eml",
    "en-simple": "simple", "epo": "eo", "gsw": "als", "jp": "ja", "lzh": "zh-classical", "minnan": "zh-min-nan",
    "nan": "zh-min-nan", "nb": "no", "rup": "roa-rup", "sgs": "bat-smg", "vro": "fiu-vro", "yue": "zh-yue",
    "zh-cn": "zh", "zh-tw": "zh",
  ]

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func names(_ codes: KeyValuePairs<String, String>, _ ofWiki: [String]) -> Set<String> {
    Set(ofWiki.map { $0 + "wiki" } + codes.flatMap { suffix, codes in words(codes).map { $0 + suffix } })
  }

  private static let openWikipedias =
    """
    ab ace ady af als alt am ami an ang ann anp ar arc ary arz as ast atj av avk awa ay az azb ba ban bar bat_smg \
    bbc bcl bdr be be_x_old bew bg bh bi bjn blk bm bn bo bol bpy br bs btm bug bxr ca cbk_zam cdo ce ceb ch chr chy \
    ckb co crh cs csb cu cv cy da dag de dga din diq dsb dtp dty dv dz ee el eml en eo es et eu ext fa fat ff fi \
    fiu_vro fj fo fon fr frp frr fur fy ga gag gan gcr gd gl glk gn gom gor got gpe gu guc gur guw gv ha hak haw he \
    hi hif hr hsb ht hu hy hyw ia iba id ie ig igl ik ilo inh io is isv it iu ja jam jbo jv ka kaa kab kai kaj kbd \
    kbp kcg kg kge ki kk km kn knc ko koi krc ks ksh ku kus kv kw ky la lad lb lbe lez lfn lg li lij lld lmo ln lo \
    lt ltg lv mad mag mai map_bms mdf mg mhr mi min mk ml mn mni mnw mos mr mrj ms mt mwl my myv mzn nah nap nds \
    nds_nl ne new nia nl nn no nov nqo nr nrm nso nup nv ny oc olo om or os pa pag pam pap pcd pcm pdc pfl pi pl pms \
    pnb pnt ppl ps pt pwn qu rki rm rmy rn ro roa_rup roa_tara rsk ru rue rw sa sah sat sc scn sco sd se sg sh shi \
    shn si simple sk skr sl sm smn sn so sq sr srn ss st stq su sv sw syl szl szy ta tay tcy tdd te test test2 tet \
    tg th ti tig tk tl tly tn to tok tpi tr trv ts tt tum tw ty tyv udm ug uk ur uz ve vec vep vi vls vo wa war wo \
    wuu xal xh xmf yi yo za zea zgh zh zh_classical zh_min_nan zh_yue zu
    """

  private static let withoutLanguage =
    """
    abstract commons donate foundation incubator labs login mediawiki meta nostalgia outreach sources species \
    testcommons testwikidata thankyou vote wikidata wikifunctions wikimania
    """

  /// By the suffix of the databases.
  private static let openCodes: KeyValuePairs = [
    "wiktionary":
      """
    af am an ang ar ast ay az bcl be bew bg bjn blk bn br bs btm ca chr ckb co cs csb cy da de diq dv el en eo es et \
    eu fa fi fj fo fr fy ga gd gl gn gom gor gu guw gv ha he hi hif hr hsb hu hy ia id ie ig io is it iu ja jbo jv \
    ka kaa kbd kcg kk kl km kn ko ks ku kw ky la lb li lmo ln lo lt lv mad mg mi min mk ml mn mni mnw mr ms mt my na \
    nah nds ne nia nl nn no oc om or pa pl pnb ps pt qu ro roa_rup ru rw sa sat scn sd sg sh shn shy si simple sk \
    skr sl sm so sq sr ss st su sv sw ta tcy te tg th ti tk tl tn tpi tr ts tt ug uk ur uz vec vi vo wa wo yi yue \
    zgh zh zh_min_nan zu
    """,
    "wikibooks":
      """
    af ar az ba be bg bn bs ca cs cv cy da de el en eo es et eu fa fi fr fy gl he hi hr hu hy ia id is it ja ka kk \
    km ko ku la li lt mg min mk ml mr ms ne nl no oc pa pl pt ro ru sa shn si sk sl sq sr sv ta te tg th tl tr tt uk \
    ur vi zh
    """,
    "wikiquote":
      """
    af ar as az bcl be bg bjn bn br bs ca cs cy da de el en eo es et eu fa fi fr gl gor gu guw he hi hr hu hy id ig \
    is it ja ka kn ko ku ky la li lt min ml mr ms nl nn no pcm pl pt ro ru sa sah sk sl sq sr su sv ta te th tl tr \
    uk ur uz vi zh
    """,
    "wikisource":
      """
    ar as az ban bcl be bg bn br bs ca cs cy da de el en eo es et eu fa fi fo fr gl gu he hi hr hu hy id is it ja jv \
    ka kn ko la li lij lt mad min mk ml mr ms my nap nl no or pa pl pms pt ro ru sa sah sk sl sr su sv ta tcy te th \
    tl tr uk ur vec vi wa yi zh zh_min_nan
    """,
    "wikiversity":
      """
    ar beta cs de el en es fi fr hi it ja ko pt ru sl sv zh
    """,
    "wikivoyage":
      """
    bn cs de el en eo es fa fi fr he hi id it ja nl pl ps pt ro ru shn sv tr uk vi zh
    """,
    "wikimedia":
      """
    ae am ar az bd be br ca co dk et fi ge gr hi id mai mk mx ng nl no nyc pl pt punjabi romd rs ru se th tr ua ve \
    wb
    """,
  ]

  /// By the suffix of the databases.
  private static let closedCodes: KeyValuePairs = [
    "wiki":
      """
    aa advisory ak apiportal cho closed_zh_tw comcom cr dk fixcopyright ho hz ii kj kl kr labtest langcom lrc mh mo \
    mus na ng noboard nomcom pih quality rel13test ru_sib sep11 strategy strategyapps ten tlh tokipona usability \
    wikimania2005 wikimania2006 wikimania2007 wikimania2008 wikimania2009 wikimania2010 wikimania2011 wikimania2012 \
    wikimania2013 wikimania2014 wikimania2015 wikimania2016 wikimania2017 wikimania2018 zero zh_cn zh_tw
    """,
    "wiktionary":
      """
    aa ab ak als as av ba bh bi bm bo ch cr dk dz ik mh mo pi rm rn sc sn tlh to tokipona tw xh yo za
    """,
    "wikibooks":
      """
    aa ak als ang as ast ay bi bm bo ch co dk ga gn got gu ie kn ks ky lb ln lv mi mn my na nah nds ps qu rm se \
    simple su sw tk tokipona ug uz vo wa xh yo za zh_min_nan zu
    """,
    "wikinews":
      """
    ar bg bs ca cs de el en eo es fa fi fr guw he hu it ja ko li nl no pl pt ro ru sd shn sq sr sv ta th tr uk zh
    """,
    "wikiquote":
      """
    als am ang ast bm co cr ga kk kr ks kw lb na nds qu simple tk tokipona tt ug vo wo za zh_min_nan
    """,
    "wikisource":
      """
    ang ht tokipona
    """,
    "wikimedia":
      """
    ch cn de_labs en_labs flaggedrevs_labs liquidthreads_labs nz pa_us readerfeedback_labs uk
    """,
  ]
}
