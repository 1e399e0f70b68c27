#if MediaFiles
  import Foundation
  import SoundSignal
  import Synchronization
  import Testing

  @testable import SoundFiles

  @Suite(.enabled(if: TestMedia.hasFFmpeg)) struct NamedPipeTests {
    /// A named pipe of the test's own.
    private func makePipe(_ name: String) -> String {
      let path = TestMedia.path(name)
      unsafe unlink(path)
      unsafe #expect(mkfifo(path, 0o600) == 0)
      return path
    }

    private var short: MediaFileOptions {
      var options = MediaFileOptions()
      options.blockDuration = 0.05
      return options
    }

    @Test func aSoundIsHeardWhileItIsStillBeingWritten() throws {
      let path = makePipe("live.fifo")
      // Half a second and the header in front of it.
      let bytes = try TestMedia.bytes("s16.wav").prefix(24_000 * 4)
      let mayEnd = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let pipe = FileHandle(forWritingAtPath: path)
        try? pipe?.write(contentsOf: Data(bytes))
        mayEnd.wait()
        try? pipe?.close()
      }
      defer { mayEnd.signal() }
      // Somebody who wants more before giving anything would wait for ever.
      let cancellation = MediaFileCancellation()
      let isDone = Atomic<Bool>(false)
      Thread.detachNewThread {
        for _ in 0..<100 where !isDone.load(ordering: .relaxed) {
          Thread.sleep(forTimeInterval: 0.1)
        }
        cancellation.cancel()
      }
      let source = try RadioSource(path, options: short, cancellation: cancellation)
      var buffer = PCMBuffer(format: source.format)
      var heard: Int64 = 0
      while heard < 20_000, let position = try source.read(into: &buffer) {
        heard = position + Int64(buffer.frameCount)
      }
      isDone.store(true, ordering: .relaxed)
      #expect(heard >= 20_000)
      #expect(!cancellation.isCancelled)
    }

    @Test func nobodyHasToWaitForAWriter() throws {
      let path = makePipe("alone.fifo")
      let cancellation = MediaFileCancellation()
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.2)
        cancellation.cancel()
      }
      let error = #expect(throws: MediaFileError.self) {
        _ = try MediaFileSource(path, cancellation: cancellation)
      }
      #expect(error?.code == .cancelled)
    }
  }
#endif
