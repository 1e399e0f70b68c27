#if Microphone
  public import SoundRecognition

  extension ManagedSession {
    /// Makes a session that listens to a microphone, the system's default one unless another is named.
    ///
    /// ```swift
    /// let session = ManagedSession(catalog: catalog)
    /// if case .match(let match) = await session.result() { print(match.mediaItems[0].title ?? "?") }
    /// ```
    ///
    /// The microphone is opened when the session leaves ``/SoundRecognition/ManagedSession/State/idle``,
    /// and given back when it returns there. One that cannot be opened is the error of the result.
    /// - Parameters:
    ///   - catalog: what can be recognized.
    ///   - options: which microphone, and how it is captured from.
    public convenience init(
      catalog: any Catalog, microphone options: Microphone.Options = Microphone.Options()
    ) {
      self.init(catalog: catalog) { try Microphone(options) }
    }
  }
#endif
