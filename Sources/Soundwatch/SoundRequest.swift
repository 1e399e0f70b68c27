/// Something that an analyzer can be asked to find out: ``ClassifySoundRequest``,
/// ``SegmentSoundRequest`` or ``RecognizeMusicRequest``.
///
/// One request may be added to several analyzers. An analyzer reads a request's settings when it is
/// added; later changes hold for later additions.
public protocol SoundRequest: AnyObject, Sendable {}

/// What a request finds out: ``ClassificationResult``, ``SegmentResult`` or ``MusicResult``.
public protocol SoundResult: Sendable {}
