import AudD
import Foundation
import Vapor

let audd = try AudD()
func routes(_ app: Application) throws {
  app.post("audd-callback") { req async throws -> HTTPStatus in
    let bodyBuffer = req.body.data ?? ByteBuffer()
    let data = Data(buffer: bodyBuffer)
    let event = try await audd.streams.parseCallback(data)
    switch event {
    case .match(let m):
      req.logger.info(
        "audd match",
        metadata: [
          "radio_id": "\(m.radioID)",
          "artist": "\(m.song.artist)",
          "title": "\(m.song.title)",
        ]
      )
    // persist, queue, fan-out, etc.
    case .notification(let n):
      req.logger.info(
        "audd notification",
        metadata: [
          "radio_id": "\(n.radioID)",
          "code": "\(n.notificationCode)",
          "message": "\(n.notificationMessage)",
        ]
      )
    }
    return .ok
  }
}

// The listing ends here. What follows starts the receiver, tells the service where it is, and waits to
// be ended.
let app = Application()
try routes(app)
let address = app.start()
try await audd.streams.setCallbackURL("\(address)/audd-callback")
print("listening at \(address)")
while true { try await Task.sleep(for: .seconds(60)) }
