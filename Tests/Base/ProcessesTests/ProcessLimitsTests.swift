import Foundation
import Testing

@testable import Processes

/// Each test in a process of its own, whose limits it can lower.
@Suite(.timeLimit(.minutes(2))) struct ProcessLimitsTests {
  private static func limit(_ resource: __rlimit_resource, _ soft: rlim_t, _ hard: rlim_t) {
    var limit = rlimit(rlim_cur: soft, rlim_max: hard)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }

  @Test func whatIsUsualSuffices() {
    #expect(ProcessLimits.shortage() == nil)
  }

  @Test func tooFewDescriptorsAreTold() async {
    await #expect(processExitsWith: .success) {
      ProcessLimitsTests.limit(RLIMIT_NOFILE, 16, 16)
      exit(ProcessLimits.shortage() == .descriptors(16, needed: Int(ProcessLimits.descriptors)) ? 0 : 1)
    }
  }

  /// What a person's shell sets first may be raised by everybody.
  @Test func aLimitThatMayBeRaisedIsRaised() async {
    await #expect(processExitsWith: .success) {
      ProcessLimitsTests.limit(RLIMIT_NOFILE, 16, 1_024)
      let shortage = ProcessLimits.shortage()
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      exit(shortage == nil && limit.rlim_cur == ProcessLimits.descriptors ? 0 : 1)
    }
  }

  @Test func tooFewThreadsAreTold() async {
    await #expect(processExitsWith: .success) {
      ProcessLimitsTests.limit(__RLIMIT_NPROC, 3, 3)
      // The limit does not hold for root.
      if getuid() == 0 { setuid(65_534) }
      exit(ProcessLimits.shortage() == .threads(needed: ProcessLimits.threads) ? 0 : 1)
    }
  }

  @Test func eachShortageSaysWhatToDo() {
    #expect(
      LimitError.descriptors(16, needed: 128).sentence
        == "the limit of open files is 16, and 128 are needed; raise it with ulimit -n")
    #expect(LimitError.threads(needed: 16).sentence.contains("ulimit -u"))
  }
}
