/// The kind of a request to the station. Faults are set, and requests counted, by route.
public enum Route: String, Sendable, Hashable, CaseIterable {
  /// `GET /2.3/questions`
  case questions
  /// `GET /2.3/questions/{id}`
  case question
  /// `GET /2.3/questions/{id}/answers` and `/2.3/answers/{id}`
  case answers
  /// `GET /2.3/questions/{ids}/comments` and `/2.3/answers/{ids}/comments`
  case comments
  /// `GET /2.3/questions/unanswered`, `/2.3/questions/no-answers` and `/2.3/questions/featured`
  case selectedQuestions
  /// `GET /2.3/search/advanced`
  case search
  /// `GET /2.3/tags`
  case tags
  /// `GET /2.3/sites`
  case sites
  /// `GET /v2/stream/recentchange`, and other streams, several with commas between them
  case eventStream
  /// `GET /w/api.php`, and `/{host}/w/api.php` of another wiki
  case mediaWiki
  /// `GET /w/rest.php/v1/revision/…`, and `/{host}/w/rest.php/…` of another wiki
  case revision
  /// The WebSocket handshake at `/wiki`
  case webSocket
  /// `GET /data/`
  case readings
  /// `POST /data`
  case newReadings
  /// `GET /metrics`
  case metrics
  /// A page for a browser: `GET /questions/{id}`, and its parts, `GET /images/{name}` and `GET /style.css`
  case page
  /// Any other path.
  case other
}
