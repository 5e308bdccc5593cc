import Foundation
import Model

/// What a message of the stream completes at the client.
enum StreamArrival {
  case event(WorldEvent, isRepeated: Bool)
  case facts(WorldEvent, EditFacts)
}

/// A message of another stream in the same connection, which tells something of an edit.
struct StreamNotice {
  var json: String
  /// What the edit must have from then on.
  var facts: EditFacts
}

/// The streams beside that of changes, as Wikimedia has them: predictions and tags (see docs/decisions/edit-facts.md).
extension WorldEvent {
  /// The name in the streams' address that only a client sends which wants to know of edits.
  static let noticeStream = "mediawiki.page_revert_risk_prediction_change.v1"

  var revision: Int { 1_000_000 + number }

  private var isEdit: Bool { kind == .unspecified }
  private var isRiskEarly: Bool { number % 7 == 0 }

  /// What comes before the edit.
  var earlyNotices: [StreamNotice] { isEdit && isRiskEarly && number % 3 != 2 ? [risk()] : [] }

  /// What comes after the edit.
  var lateNotices: [StreamNotice] {
    guard isEdit else { return [] }
    return (!isRiskEarly && number % 3 != 2 ? [risk()] : []) + (number % 11 == 5 ? [revert] : [])
  }

  private func risk(_ wiki: String = "enwiki", _ risk: Double? = nil) -> StreamNotice {
    let risk = risk ?? Double(number % 100) / 100
    let json =
      #"{"$schema":"/mediawiki/page/prediction_classification_change/1.3.0","wiki_id":"\#(wiki)","meta":\#(meta(Self.noticeStream)),"page":{"page_title":\#(JSONText.quoted(title))},"revision":{"rev_id":\#(revision)},"predicted_classification":{"model_name":"revertrisk","predictions":["false"],"probabilities":{"true":\#(risk),"false":\#(1 - risk)}}}"#
    return StreamNotice(json: json, facts: EditFacts(risk: risk))
  }

  private var revert: StreamNotice {
    let json =
      #"{"$schema":"/mediawiki/revision/tags-change/1.1.0","database":"enwiki","meta":\#(meta("mediawiki.revision-tags-change")),"page_title":\#(JSONText.quoted(title)),"rev_id":\#(revision),"tags":["mobile edit","mw-reverted"],"prior_state":{"tags":["mobile edit"]}}"#
    return StreamNotice(json: json, facts: EditFacts(isReverted: true))
  }

  private func meta(_ stream: String, domain: String = "en.wikipedia.org") -> String {
    #"{"domain":"\#(domain)","stream":"\#(stream)","dt":"\#(JSONText.time(time))"}"#
  }

  /// Messages that are of no concern to a client of this wiki: another wiki's edit and prediction with the same numbers, and the
  /// canaries of each stream.
  func strangers(isAnnotated: Bool) -> [String] {
    let streams = isAnnotated ? ["mediawiki.recentchange", Self.noticeStream] : ["mediawiki.recentchange"]
    if number % 50 == 7 {
      return streams.map {
        #"{"$schema":"/mediawiki/1.0.1","meta":\#(meta($0, domain: "canary")),"wiki_id":"example"}"#
      }
    }
    guard number % 4 == 1 else { return [] }
    let edit =
      #"{"$schema":"/mediawiki/recentchange/1.0.0","meta":\#(meta(streams[0], domain: "de.wikipedia.org")),"id":\#(number),"type":"edit","namespace":0,"title":"Seite \#(number)","wiki":"dewiki","length":{"old":1,"new":2},"revision":{"old":1,"new":\#(revision)}}"#
    return [edit] + (isAnnotated ? [risk("dewiki", 0.995).json] : [])
  }
}
