extension Array {
  /// Returns whether two arrays are copies of one, which have the same elements, without looking at these. Others may have the
  /// same elements too.
  func sharesStorage(with other: [Element]) -> Bool {
    // Both arrays are alive during the call, so that equal addresses mean one storage; nothing is read through the pointers.
    withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in one.baseAddress == other.baseAddress && one.count == other.count }
    }
  }
}

extension [Command] {
  /// Returns whether two lists have the same commands in the same order.
  func isSame(as other: [Command]) -> Bool { sharesStorage(with: other) || elementsEqual(other, by: ===) }
}
