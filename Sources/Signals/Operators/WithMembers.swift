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

extension SignalProducer {
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
