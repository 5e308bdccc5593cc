import Foundation

extension Date {
  /// As servers write it in a head (RFC 9110, §5.6.7).
  package var httpDate: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: self)
  }
}

extension AnsweringServer.Response {
  /// An answer of a server whose clock shows this date.
  package init(_ text: String, dated date: Date) {
    self.init(bytes: Array(text.utf8), headers: [(name: "Date", value: date.httpDate)])
  }
}
