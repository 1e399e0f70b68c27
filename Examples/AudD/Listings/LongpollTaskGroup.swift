import AudD

/// Songs, changes of state and the error that ends the poll, side by side.
func longpollTaskGroup() async throws {
  let audd = try AudD()
  let poll = try await audd.streams.longpoll(
    radioID: 1,
    options: LongpollOptions(timeout: 30)
  )
  await withTaskGroup(of: Void.self) { group in
    group.addTask {
      for await m in poll.matches {
        print("match: \(m.song.artist) — \(m.song.title)")
      }
    }
    group.addTask {
      for await n in poll.notifications {
        print("notif #\(n.notificationCode): \(n.notificationMessage)")
      }
    }
    group.addTask {
      for await err in poll.errors {
        print("terminal: \(err)")
        await poll.close()
        return
      }
    }
  }
}
