extension String {
  /// The text as it can be pasted into a shell: quoted if the shell would interpret it, as zsh does with the brackets in
  /// `http://[::1]:8642/`.
  package var shellQuoted: String {
    guard
      isEmpty
        || unicodeScalars.contains(where: {
          !($0.isASCII && $0.properties.isAlphabetic || "0123456789-._~/:=@%+,".unicodeScalars.contains($0))
        })
    else { return self }
    return "'" + replacing(scalars: "'", with: #"'\''"#) + "'"
  }
}
