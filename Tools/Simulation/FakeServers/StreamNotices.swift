import Edits
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

/// The streams beside that of changes, as Wikimedia has them: predictions and tags (see docs/edits.md).
extension WorldEvent {
  /// The name in the streams' address that only a client sends which wants to know of edits.
  static let noticeStream = "mediawiki.page_revert_risk_prediction_change.v1"

  var revision: Int { 1_000_000 + number }

  private var isEdit: Bool { kind == .unspecified }
  /// Whether another edit, or a person, reverts it later.
  var isReverted: Bool { isEdit && !isGerman && number % 11 == 5 }
  private var isRiskEarly: Bool { number % 7 == 0 }

  /// What comes before the edit.
  var earlyNotices: [StreamNotice] { isEdit && !isGerman && isRiskEarly && number % 3 != 2 ? [risk] : [] }

  /// What comes after the edit.
  var lateNotices: [StreamNotice] {
    guard isEdit else { return [] }
    if isGerman { return [risk] }
    return (!isRiskEarly && number % 3 != 2 ? [risk] : []) + (isReverted ? [revert] : [])
  }

  private var risk: StreamNotice {
    let risk = isGerman ? 0.995 : Double(number % 100) / 100
    let json =
      #"{"$schema":"/mediawiki/page/prediction_classification_change/1.3.0","wiki_id":"\#(wiki)","meta":\#(meta(Self.noticeStream, domain: domain)),"page":{"page_title":\#(JSONText.quoted(title))},"revision":{"rev_id":\#(revision)},"predicted_classification":{"model_name":"revertrisk","predictions":["false"],"probabilities":{"true":\#(risk),"false":\#(1 - risk)}}}"#
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

  /// The canaries of each stream, which are no events of any wiki.
  func canaries(isAnnotated: Bool) -> [String] {
    guard number % 50 == 7, !isGerman else { return [] }
    let streams = isAnnotated ? ["mediawiki.recentchange", Self.noticeStream] : ["mediawiki.recentchange"]
    return streams.map {
      #"{"$schema":"/mediawiki/1.0.1","meta":\#(meta($0, domain: "canary")),"wiki_id":"example"}"#
    }
  }
}
