public import SoundSpectra

/// Everything about a sound model beside its weights, as it stands in the model file in JSON.
///
/// *Thread-safe*: a value.
public struct ModelManifest: Sendable, Hashable, Codable {
  /// The name of the model. A name stands for the same weights for ever.
  public var identifier: String
  /// What the model is, in a sentence.
  public var description: String
  /// Under which terms the weights may be used.
  public var licence: String
  /// The classes that the model tells apart, in the order of its outputs.
  public var labels: [String]
  /// The spectrogram that the network reads.
  public var frontEnd: LogMelConfiguration
  /// How the spectrogram is made independent of the recording's level.
  public var normalization: Normalization
  /// How many spectrogram frames make one score.
  public var framesPerScore: Int
  /// How many scores the network looks ahead: its output `q` describes score time `q - delayInScores`.
  public var delayInScores: Int
  /// How the weights are stored.
  public var weightFormat: WeightFormat
  /// The network, from the spectrogram to the heads.
  public var layers: [Layer]
  /// How the network's last outputs become scores.
  public var heads: [Head]
  /// How scores become silence, labels and segments.
  public var segmentation: Segmentation

  /// A running measure of the level, which is subtracted from the spectrogram.
  public struct Normalization: Sendable, Hashable, Codable {
    /// The kind: `attackRelease`.
    public var kind: String
    /// How fast the measure follows a rise, in seconds.
    public var attackTimeConstant: Double
    /// How fast it follows a fall, in seconds.
    public var releaseTimeConstant: Double
    /// The lowest value relative to the level.
    public var minimum: Double
    /// The highest value relative to the level.
    public var maximum: Double
    /// Added afterwards.
    public var offset: Double
    /// Divided by at last.
    public var scale: Double
  }

  /// Number formats of stored weights.
  public enum WeightFormat: String, Sendable, Hashable, Codable {
    /// IEEE 754 single precision.
    case float32
    /// IEEE 754 half precision.
    case float16

    var byteCount: Int { self == .float32 ? 4 : 2 }
  }

  /// One step of the network, on values ordered by time, frequency and channel.
  public struct Layer: Sendable, Hashable, Codable {
    /// What the step does.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// A convolution over time and frequency.
      case convolution
      /// A convolution over time and frequency of each channel by itself.
      case depthwise
      /// A matrix applied at every time and frequency.
      case pointwise
      /// A matrix applied to all frequencies and channels of a time.
      case dense
      /// Remembers the values.
      case save
      /// Adds the remembered values to those of the `pointwise` step before.
      case add
    }

    /// What the step does.
    public var kind: Kind
    /// Channels read by a convolution.
    public var inputChannels: Int?
    /// Channels made by a convolution.
    public var outputChannels: Int?
    /// Channels of a depthwise convolution.
    public var channels: Int?
    /// Values read by a matrix.
    public var inputs: Int?
    /// Values made by a matrix.
    public var outputs: Int?
    /// Taps over time and frequency.
    public var kernel: [Int]?
    /// Steps over time and frequency.
    public var stride: [Int]?
    /// The distance of taps in time.
    public var dilation: Int?
    /// Zeros below the lowest and above the highest frequency.
    public var frequencyPadding: [Int]?
    /// `relu` or `none`.
    public var activation: String?
    /// Where the weights begin, counted in numbers.
    public var weights: Int?
    /// Where the biases begin, counted in numbers.
    public var bias: Int?

    /// Makes a step of a kind; the rest is set afterwards.
    public init(_ kind: Kind) { self.kind = kind }
  }

  /// One reading of the network's last outputs.
  public struct Head: Sendable, Hashable, Codable {
    /// `independent`: several classes may hold at once. `exclusive`: one class dominates.
    public var name: String
    /// `sigmoid` or `softmax`.
    public var activation: String
    /// The first of the outputs that belong to the head.
    public var offset: Int
    /// How many outputs belong to the head: one a label.
    public var count: Int
    /// Multiplied with each output before the activation.
    public var scale: [Double]
    /// Added to each output before the activation.
    public var bias: [Double]
  }

  /// The constants of the decision layer. Levels are in decibels relative to full scale; costs are in
  /// nepers of probability.
  public struct Segmentation: Sendable, Hashable, Codable {
    /// Below this level silence begins.
    public var enterSilence: Double
    /// From this level on silence ends.
    public var leaveSilence: Double
    /// The weight of a score against the costs below.
    public var exponent: Double
    /// Added to the scores' logarithms.
    public var classBias: [Double]
    /// The cost of a change of label, for whole recordings.
    public var switchCost: Double
    /// The cost of a silent score in a passage that is not silence, for whole recordings.
    public var quietCost: Double
    /// The cost of a loud score in silence.
    public var soundCost: Double
    /// The cost of a change of label, live.
    public var liveSwitchCost: Double
    /// The cost of a silent score in a passage that is not silence, live.
    public var liveQuietCost: Double
    /// How many scores the live decision waits.
    public var liveLag: Int
    /// How far below a window's loudest score another may lie and still count, in decibels.
    public var clipRange: Double
  }
}
