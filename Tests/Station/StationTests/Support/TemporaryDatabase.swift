import Foundation

/// Runs a test with the path of a database in a folder of its own, which is removed afterwards.
func withDatabase(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "station-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.appending(path: "readings.sqlite").path)
}
