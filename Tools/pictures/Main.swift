import Foundation
import Processes
import Screen

// Draws the README's moving picture: the whole interface in a simulation, with the demonstration's data, on a virtual clock. The same
// program draws the same bytes.
//
//   pictures > docs/reactui.svg

@main
enum Main {
  static func main() {
    StandardStream.prepare()
    do {
      try UI.run {
        let picture = Result { try MovingPicture.ofDemonstration() }
        UI.stop()
        try StandardStream.output.write(try picture.get())
      }
    } catch {
      StandardStream.tell("pictures: \((error as? StreamError)?.sentence ?? "\(error)")")
      exit(1)
    }
  }
}
