import Foundation
import Model
import Screen
import Testing
import Text
import ViewModels

@testable import Panes

/// What is used again from the frame before is what would have been drawn.
@Suite struct DrawnPanesTests {
  /// A frame's circumstances: what can differ from one to the next.
  private struct Scene {
    var name: String
    var state = Sample.screen()
    var seconds = 0.0
    var size = Size(width: 120, height: 36)
    var theme = Theme()
  }

  private static var scenes: [Scene] {
    var other = Sample.filtered()
    other.selection = other.questions.last?.id
    return [
      Scene(name: "first"), Scene(name: "the same"), Scene(name: "later in the second", seconds: 0.9),
      Scene(name: "minutes later", seconds: 400),
      Scene(name: "another selection", state: Sample.screen(Sample.stackOverflow(other)), seconds: 400),
      Scene(name: "another focus", state: Sample.screen(focus: .wikipedia, input: .wikipedia), seconds: 400),
      Scene(name: "help", state: Sample.screen(focus: .wikipedia) { $0.isHelpShown = true }, seconds: 400),
      Scene(name: "without help", state: Sample.screen(focus: .wikipedia, input: .wikipedia), seconds: 400),
      Scene(name: "zoomed", state: Sample.screen(focus: .conAir) { $0.isZoomed = true }, seconds: 400),
      Scene(name: "unzoomed", state: Sample.screen(focus: .conAir), seconds: 400),
      Scene(name: "colder", state: Sample.screen(conAir: Sample.conAir { $0.latest?.celsius = 12 }), seconds: 400),
      Scene(name: "larger", seconds: 400, size: Size(width: 150, height: 45)),
      Scene(name: "in ASCII", seconds: 400, size: Size(width: 150, height: 45), theme: Theme(isASCII: true)),
      Scene(name: "spinning", state: Sample.screen(conAir: Sample.conAir { $0.load = .reloading }), seconds: 400),
      Scene(name: "turned", state: Sample.screen(conAir: Sample.conAir { $0.load = .reloading }), seconds: 400.1),
    ]
  }

  private func draw(_ scene: Scene, reusing panes: inout DrawnPanes) -> Canvas {
    var canvas = Canvas(size: scene.size, theme: scene.theme)
    ScreenView(state: scene.state, now: Sample.now.addingTimeInterval(scene.seconds), clock: Sample.clock)
      .draw(into: &canvas, reusing: &panes)
    return canvas
  }

  @Test func everyFrameIsAsIfDrawnAnew() {
    var panes = DrawnPanes()
    for scene in Self.scenes {
      var none = DrawnPanes()
      #expect(draw(scene, reusing: &panes) == draw(scene, reusing: &none), "\(scene.name)")
    }
  }

  @Test func aSpinnerTurnsWithinTheSecond() {
    var panes = DrawnPanes()
    let turning = Self.scenes.suffix(2).map { draw($0, reusing: &panes) }
    #expect(turning.first != turning.last)
  }
}
