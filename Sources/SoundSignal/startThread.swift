internal import Glibc

/// Runs `body` on a new thread of its own. Swift's tasks share few threads, which must not wait for
/// disks, networks and sound cards.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
  let status = unsafe pthread_create(
    &thread, nil,
    { argument in
      if let argument = unsafe argument {
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
      }
      return nil
    }, argument)
  precondition(status == 0, "The system has no room for another thread (errno \(status)).")
  pthread_detach(thread)
}
