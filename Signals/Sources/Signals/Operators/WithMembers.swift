extension Signal {
  /// Sends each value together with a member for each of its elements. A member is made when its key appears, kept
  /// while the key stays, and released when the key disappears; ends with the source.
  ///
  /// For objects that live as long as they are listed: a view model for each tab, a connection for each room. The
  /// members are in the order of the elements. Elements with equal keys share the first's member; an element that
  /// changes and keeps its key keeps its member.
  ///
  /// ```swift
  /// let tabs = settings.map(\.tabs).producer.withMembers(of: \.self, keyedBy: \.id) { TabViewModel($0) }
  /// ```
  ///
  /// ```
  /// source:                      -ab----ca----|
  /// withMembers(… ) { made($0) } -(A B)-(C A)-|   A is made once, B is released when c and a come
  /// ```
  public func withMembers<Element, Key: Hashable & Sendable, Member: Sendable>(
    of elements: @escaping @Sendable (Value) -> [Element],
    keyedBy key: @escaping @Sendable (Element) -> Key,
    _ make: @escaping @Sendable (Element) -> Member
  ) -> Signal<(Value, [Member]), Error> {
    scanMap(into: [Key: Member]()) { members, value in
      var kept: [Key: Member] = [:]
      let row = elements(value).map { element in
        let key = key(element)
        let member = kept[key] ?? members[key] ?? make(element)
        kept[key] = member
        return member
      }
      members = kept
      return (value, row)
    }
  }
}

extension Signal {
  /// Sends each value together with the member for one element of it. A member is made when its key first comes, kept
  /// while the key is among `keys`, and released when it no longer is; ends with the source.
  ///
  /// For one of many that is shown, where those that were shown before go on: the view model of a tab. A value costs the
  /// same however many members there are, as long as `keys` stays the same array.
  ///
  /// ```swift
  /// let shown = tabs.producer.withMember(for: \.shown, keyedBy: \.id, among: \.ids) { TabViewModel($0) }
  /// ```
  ///
  /// ```
  /// source:                     -a-----b-----a-----c------|   among all of them until c, which is alone
  /// withMember(… ) { made($0) } -(a A)-(b B)-(a A)-(c C)--|   A and B are released when c comes
  /// ```
  public func withMember<Element, Key: Hashable & Sendable, Member: Sendable>(
    for element: @escaping @Sendable (Value) -> Element,
    keyedBy key: @escaping @Sendable (Element) -> Key, among keys: @escaping @Sendable (Value) -> [Key],
    _ make: @escaping @Sendable (Element) -> Member
  ) -> Signal<(Value, Member), Error> {
    scanMap(into: (keys: [Key](), members: [Key: Member]())) { kept, value in
      let now = keys(value)
      // Arrays that share their storage are compared at once.
      if now != kept.keys {
        kept.keys = now
        let listed = Set(now)
        kept.members = kept.members.filter { listed.contains($0.key) }
      }
      let element = element(value)
      let key = key(element)
      if let member = kept.members[key] { return (value, member) }
      let member = make(element)
      kept.members[key] = member
      return (value, member)
    }
  }
}

extension SignalProducer {
  /// Sends each value together with the member for one element of it, which lives as long as its key is among `keys`. See
  /// ``Signal/withMember(for:keyedBy:among:_:)``.
  public func withMember<Element, Key: Hashable & Sendable, Member: Sendable>(
    for element: @escaping @Sendable (Value) -> Element,
    keyedBy key: @escaping @Sendable (Element) -> Key, among keys: @escaping @Sendable (Value) -> [Key],
    _ make: @escaping @Sendable (Element) -> Member
  ) -> SignalProducer<(Value, Member), Error> {
    lift { $0.withMember(for: element, keyedBy: key, among: keys, make) }
  }

  /// Sends each value together with a member for each of its elements, which lives as long as its key is among them. See
  /// ``Signal/withMembers(of:keyedBy:_:)``.
  public func withMembers<Element, Key: Hashable & Sendable, Member: Sendable>(
    of elements: @escaping @Sendable (Value) -> [Element],
    keyedBy key: @escaping @Sendable (Element) -> Key,
    _ make: @escaping @Sendable (Element) -> Member
  ) -> SignalProducer<(Value, [Member]), Error> {
    lift { $0.withMembers(of: elements, keyedBy: key, make) }
  }
}

extension PropertyProtocol {
  /// The value together with a member for each of its elements, which lives as long as its key is among them. See
  /// ``Signal/withMembers(of:keyedBy:_:)``.
  public func withMembers<Element, Key: Hashable & Sendable, Member: Sendable>(
    of elements: @escaping @Sendable (Value) -> [Element],
    keyedBy key: @escaping @Sendable (Element) -> Key,
    _ make: @escaping @Sendable (Element) -> Member
  ) -> Property<(Value, [Member])> {
    lift { $0.withMembers(of: elements, keyedBy: key, make) }
  }
}
