/// Files as each version of the program made them, as the statements that make them again. What is here never changes; a
/// new version adds an element.
enum Fixtures {
  /// A file of version 4, which version 5 adds a table to.
  private static let state4 = """
    PRAGMA application_id = 1920234289;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    INSERT INTO grdb_migrations VALUES ('2');
    INSERT INTO grdb_migrations VALUES ('3');
    INSERT INTO grdb_migrations VALUES ('4');
    CREATE TABLE hidden_room (
      room TEXT NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    INSERT INTO hidden_room VALUES ('prometheus http://pi.local:9090 temp 0 a'), ('sensors 0 b');
    CREATE TABLE value (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO value VALUES ('pane', 'wikipedia');
    INSERT INTO value VALUES ('tab', '{"site":"unix","tags":["bash"]}');
    CREATE TABLE feed_order (
      feed TEXT NOT NULL PRIMARY KEY,
      sort TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO feed_order VALUES ('{}', 'week');
    INSERT INTO feed_order VALUES ('{"matching":"any","tags":["ios","swift"]}', 'creation');
    INSERT INTO value VALUES ('tab-order', '["{\\"tags\\":[\\"bash\\"]}","{}"]');
    INSERT INTO value VALUES ('dense', '1');
    CREATE TABLE tab_fate (
      feed TEXT NOT NULL PRIMARY KEY,
      fate TEXT NOT NULL,
      changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tab_fate VALUES ('{"tags":["bash"]}', 'opened', 3);
    INSERT INTO tab_fate VALUES ('{"tags":["ios"]}', 'closed', 2);
    INSERT INTO tab_fate VALUES ('{"search":"nio websocket"}', 'opened', 1);
    CREATE TABLE "read_question" (
      server TEXT NOT NULL,
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      date INTEGER NOT NULL,
      answers INTEGER NOT NULL,
      PRIMARY KEY (server, site, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX read_question_date ON read_question (date);
    INSERT INTO read_question VALUES ('https://api.stackexchange.com/2.3', 'unix', 77, 1790000000125, 3);
    INSERT INTO read_question VALUES ('http://127.0.0.1:8642/2.3', 'unix', 77, 1790000000125, 9);
    CREATE TABLE "kept_question" (
      server TEXT NOT NULL,
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      fetched INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (server, site, id)
    ) STRICT;
    INSERT INTO kept_question VALUES (
      'https://api.stackexchange.com/2.3', 'stackoverflow', 77123456, 1790000000125, x'\(question1)');
    CREATE TABLE quota (
      server TEXT NOT NULL PRIMARY KEY,
      remaining INTEGER NOT NULL,
      maximum INTEGER,
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO quota VALUES ('https://api.stackexchange.com/2.3', 17, 300, 1790000000125);
    INSERT INTO quota VALUES ('http://127.0.0.1:8642/2.3', 9999, NULL, 1790000000125);
    INSERT INTO value VALUES ('room-alone', 'sensors 0 c');
    """

  /// A file of version 5, which version 6 adds tables to.
  private static let state5 =
    state4 + """

      INSERT INTO grdb_migrations VALUES ('5');
      CREATE TABLE room_event (
        room TEXT NOT NULL,
        side TEXT NOT NULL,
        celsius REAL NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER,
        extreme REAL NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (room, side, celsius, since)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX room_event_since ON room_event (since);
      INSERT INTO room_event VALUES ('sensors 0 b', 'above', 26.5, 1790000000125, NULL, 28.25, 'Rack');
      INSERT INTO room_event VALUES ('sensors 0 b', 'below', 5, 1780000000125, 1780000060125, 4.5, 'Rack');
      """

  static let state = [
    """
    PRAGMA application_id = 1920234289;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    CREATE TABLE value (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO value VALUES ('pane', 'wikipedia');
    INSERT INTO value VALUES ('tab', '{"site":"unix","tags":["bash"]}');
    CREATE TABLE feed_order (
      feed TEXT NOT NULL PRIMARY KEY,
      sort TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO feed_order VALUES ('{}', 'week');
    INSERT INTO feed_order VALUES ('{"matching":"any","tags":["ios","swift"]}', 'creation');
    """,
    """
    PRAGMA application_id = 1920234289;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    INSERT INTO grdb_migrations VALUES ('2');
    CREATE TABLE value (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO value VALUES ('pane', 'wikipedia');
    INSERT INTO value VALUES ('tab', '{"site":"unix","tags":["bash"]}');
    CREATE TABLE feed_order (
      feed TEXT NOT NULL PRIMARY KEY,
      sort TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO feed_order VALUES ('{}', 'week');
    INSERT INTO feed_order VALUES ('{"matching":"any","tags":["ios","swift"]}', 'creation');
    INSERT INTO value VALUES ('tab-order', '["{\\"tags\\":[\\"bash\\"]}","{}"]');
    INSERT INTO value VALUES ('quota', '[17,300,1790000000125]');
    INSERT INTO value VALUES ('dense', '1');
    CREATE TABLE tab_fate (
      feed TEXT NOT NULL PRIMARY KEY,
      fate TEXT NOT NULL,
      changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tab_fate VALUES ('{"tags":["bash"]}', 'opened', 3);
    INSERT INTO tab_fate VALUES ('{"tags":["ios"]}', 'closed', 2);
    INSERT INTO tab_fate VALUES ('{"search":"nio websocket"}', 'opened', 1);
    CREATE TABLE read_question (
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      date INTEGER NOT NULL,
      answers INTEGER NOT NULL,
      PRIMARY KEY (site, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX read_question_date ON read_question (date);
    INSERT INTO read_question VALUES ('unix', 77, 1790000000125, 3);
    CREATE TABLE kept_question (
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      fetched INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (site, id)
    ) STRICT;
    INSERT INTO kept_question VALUES ('stackoverflow', 77123456, 1790000000125, x'\(question1)');
    """,
    """
    PRAGMA application_id = 1920234289;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    INSERT INTO grdb_migrations VALUES ('2');
    INSERT INTO grdb_migrations VALUES ('3');
    CREATE TABLE value (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO value VALUES ('pane', 'wikipedia');
    INSERT INTO value VALUES ('tab', '{"site":"unix","tags":["bash"]}');
    CREATE TABLE feed_order (
      feed TEXT NOT NULL PRIMARY KEY,
      sort TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO feed_order VALUES ('{}', 'week');
    INSERT INTO feed_order VALUES ('{"matching":"any","tags":["ios","swift"]}', 'creation');
    INSERT INTO value VALUES ('tab-order', '["{\\"tags\\":[\\"bash\\"]}","{}"]');
    INSERT INTO value VALUES ('dense', '1');
    CREATE TABLE tab_fate (
      feed TEXT NOT NULL PRIMARY KEY,
      fate TEXT NOT NULL,
      changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tab_fate VALUES ('{"tags":["bash"]}', 'opened', 3);
    INSERT INTO tab_fate VALUES ('{"tags":["ios"]}', 'closed', 2);
    INSERT INTO tab_fate VALUES ('{"search":"nio websocket"}', 'opened', 1);
    CREATE TABLE "read_question" (
      server TEXT NOT NULL,
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      date INTEGER NOT NULL,
      answers INTEGER NOT NULL,
      PRIMARY KEY (server, site, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX read_question_date ON read_question (date);
    INSERT INTO read_question VALUES ('https://api.stackexchange.com/2.3', 'unix', 77, 1790000000125, 3);
    INSERT INTO read_question VALUES ('http://127.0.0.1:8642/2.3', 'unix', 77, 1790000000125, 9);
    CREATE TABLE "kept_question" (
      server TEXT NOT NULL,
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      fetched INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (server, site, id)
    ) STRICT;
    INSERT INTO kept_question VALUES (
      'https://api.stackexchange.com/2.3', 'stackoverflow', 77123456, 1790000000125, x'\(question1)');
    CREATE TABLE quota (
      server TEXT NOT NULL PRIMARY KEY,
      remaining INTEGER NOT NULL,
      maximum INTEGER,
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO quota VALUES ('https://api.stackexchange.com/2.3', 17, 300, 1790000000125);
    INSERT INTO quota VALUES ('http://127.0.0.1:8642/2.3', 9999, NULL, 1790000000125);
    """,
    state4,
    state5,
    state6,
    state7,
    state8,
    state8 + """

      INSERT INTO grdb_migrations VALUES ('9');
      ALTER TABLE room_event ADD COLUMN since_known INTEGER;
      UPDATE room_event SET since_known = side = 'below';
      """,
  ]

  /// A file of version 8, to which version 9 adds a column.
  private static let state8 =
    state7 + """

      INSERT INTO grdb_migrations VALUES ('8');
      ALTER TABLE edit_rate ADD COLUMN reverts INTEGER;
      UPDATE edit_rate SET reverts = 1;
      CREATE TABLE read_edit (
        server TEXT NOT NULL,
        wiki TEXT NOT NULL,
        revision INTEGER NOT NULL,
        date INTEGER NOT NULL,
        PRIMARY KEY (server, wiki, revision)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX read_edit_date ON read_edit (date);
      INSERT INTO read_edit VALUES ('https://a/', 'enwiki', 1300000001, 1790000000125);
      """

  /// A file of version 7, to which version 8 adds a column and a table.
  private static let state7 =
    state6 + """

      INSERT INTO grdb_migrations VALUES ('7');
      CREATE TABLE edit_rate (
        source TEXT NOT NULL,
        time INTEGER NOT NULL,
        people INTEGER NOT NULL,
        anonymous INTEGER NOT NULL,
        bots INTEGER NOT NULL,
        untold INTEGER NOT NULL,
        PRIMARY KEY (source, time)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX edit_rate_time ON edit_rate (time);
      INSERT INTO edit_rate VALUES ('https://a/ enwiki', 1790000005, 3, 2, 1, 0);
      """

  /// A file of version 6, to which version 7 adds a table.
  private static let state6 =
    state5 + """

      INSERT INTO grdb_migrations VALUES ('6');
      CREATE TABLE own_series (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        room TEXT NOT NULL,
        UNIQUE (source, room)
      ) STRICT;
      CREATE TABLE own_reading (
        series INTEGER NOT NULL REFERENCES own_series ON DELETE CASCADE,
        time INTEGER NOT NULL,
        length INTEGER NOT NULL,
        lowest REAL NOT NULL,
        highest REAL NOT NULL,
        total REAL NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (series, time, length)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO own_series VALUES (1, 'this-machine', 'nvme');
      INSERT INTO own_reading VALUES (1, 1790000040000, 60000, 38.5, 41, 239, 6);
      """

  static let cache = [
    """
    PRAGMA application_id = 1920230193;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    CREATE TABLE entry (
      id INTEGER NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      fetched INTEGER NOT NULL,
      used INTEGER NOT NULL,
      size INTEGER NOT NULL,
      UNIQUE (kind, key)
    ) STRICT;
    CREATE INDEX entry_used ON entry (used, size);
    CREATE TABLE content (
      id INTEGER NOT NULL PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
      bytes BLOB NOT NULL
    ) STRICT;
    INSERT INTO entry VALUES (1, 'list', '{"tags":["swift"]}', 1790000000125, 1790000000126, 400);
    INSERT INTO content VALUES (1, x'\(list1)');
    INSERT INTO entry VALUES (2, 'question', 'stackoverflow/77123456', 1790000000125, 1790000000126, 700);
    INSERT INTO content VALUES (2, x'\(question1)');
    """,
    """
    PRAGMA application_id = 1920230193;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    INSERT INTO grdb_migrations VALUES ('2');
    CREATE TABLE "entry" (
      id INTEGER NOT NULL PRIMARY KEY,
      server TEXT NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      fetched INTEGER NOT NULL,
      used INTEGER NOT NULL,
      size INTEGER NOT NULL,
      UNIQUE (server, kind, key)
    ) STRICT;
    CREATE INDEX entry_used ON entry (used, size);
    CREATE TABLE content (
      id INTEGER NOT NULL PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
      bytes BLOB NOT NULL
    ) STRICT;
    INSERT INTO entry VALUES (
      1, 'https://api.stackexchange.com/2.3', 'list', '{"tags":["swift"]}', 1790000000125, 1790000000126, 400);
    INSERT INTO content VALUES (1, x'\(list1)');
    INSERT INTO entry VALUES (
      2, 'https://api.stackexchange.com/2.3', 'question', 'stackoverflow/77123456', 1790000000125, 1790000000126, 700);
    INSERT INTO content VALUES (2, x'\(question1)');
    INSERT INTO entry VALUES (
      3, 'http://127.0.0.1:8642/2.3', 'list', '{"tags":["swift"]}', 1790000000125, 1790000000126, 70);
    INSERT INTO content VALUES (3, x'\(stationList3)');
    """,
  ]

  /// Where the station listened that ``stationList3`` and ``stationQuestion3`` are from.
  static let stationAddress = "http://127.0.0.1:8642/2.3"

  /// A list of one question of a station, and the question, in the third version of their formats.
  static let stationList3 = """
    03000110CCFCC34B0D43616D657261582073746F707301057377696674080030687474703A2F2F3132372E302E302E313A383634322F\
    7175657374696F6E732F37393230303033382F63616D65726178
    """
  static let stationQuestion3 = """
    0310CCFCC34B0D43616D657261582073746F707301057377696674080030687474703A2F2F3132372E302E302E313A383634322F7175\
    657374696F6E732F37393230303033382F63616D6572617800000000
    """

  /// ``Samples/full`` and ``Samples/empty`` as a list with more to come, in the first version of its format.
  static let list1 = """
    0101021F80BEC64917486F7720646F20492063616E63656C2061205461736B3F0305737769667403632B2B09E697A5E69CACE8AA9E17\
    060A1541646120E2809C4CE2809D20C5816F76656C61636500001080B930C841094475706C69636174653C68747470733A2F2F737461\
    636B6F766572666C6F772E636F6D2F7175657374696F6E732F37373132333435362F686F772D646F2D693F706167653D3200020A286E\
    6F207469746C6529000000
    """

  /// ``Samples/detail`` in the first version of its format.
  static let question1 = """
    011F80BEC64917486F7720646F20492063616E63656C2061205461736B3F0305737769667403632B2B09E697A5E69CACE8AA9E17060A\
    1541646120E2809C4CE2809D20C5816F76656C61636500001080B930C841094475706C69636174653C68747470733A2F2F737461636B\
    6F766572666C6F772E636F6D2F7175657374696F6E732F37373132333435362F686F772D646F2D693F706167653D3201022168747470\
    733A2F2F6578616D706C652E6F72672F613F706167653D322370617274166D61696C746F3A616461406578616D706C652E6F72670901\
    0401035768790000000607506C61696E2C20000004626F6C64010009C3A9E6BCA2F09F99820602002000044374726C1000036F6C6408\
    010203096C65742061203D2031001320202020696E64656E74656420207477696365030200010671756F746564000003010604010502\
    020001046974656D00000201017800040002000501030001020202010161000000010101620002050000000602260A54054772616365\
    00001080B930C841022168747470733A2F2F6578616D706C652E6F72672F613F706167653D322370617274166D61696C746F3A616461\
    406578616D706C652E6F726709010401035768790000000607506C61696E2C20000004626F6C64010009C3A9E6BCA2F09F9982060200\
    2000044374726C1000036F6C6408010203096C65742061203D2031001320202020696E64656E74656420207477696365030200010671\
    756F746564000003010604010502020001046974656D0000020101780004000200050103000102020201016100000001010162000205\
    00000006000C000000
    """
}
