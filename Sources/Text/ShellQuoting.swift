extension String {
  /// The text as it can be pasted into a shell: quoted if the shell would interpret it, as zsh does with the brackets in
  /// `http://[::1]:8642/`.
  package var shellQuoted: String {
    guard isEmpty || contains(where: { !($0.isASCII && ($0.isLetter || $0.isNumber) || "-._~/:=@%+,".contains($0)) })
    else { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
