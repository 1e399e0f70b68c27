import CBenchmarks
import SoundSpectra

/// Log-mel against FFTW alone, and the seconds that `peers.py` compares with.
func features() throws {
  print("| rate | ours | bare FFTW | ratio | x real time | target |")
  print("|---|---|---|---|---|---|")
  let configuration = LogMelConfiguration()
  var ours: [(rate: Int, seconds: Double)] = []
  for rate in [16_000, 44_100] {
    let sound = SyntheticSound(seconds: 600, sampleRate: rate).samples
    // What the spectrogram works on: above 40 kHz the signal is halved first, and 1024 points then give
    // finer bins than 1536 at the full rate.
    let inner = rate == 16_000 ? 16_000 : rate / 2
    let halved = rate == 16_000 ? sound : stride(from: 0, to: sound.count, by: 2).map { sound[$0] }
    var contestants: [(name: String, run: () -> Void)] = [
      ("ours", { spectrogram(of: sound, configuration, rate: rate) }),
      ("bare", { bare(sound, rate: rate, fftLength: rate == 16_000 ? 512 : 1536) }),
    ]
    if inner != rate {
      contestants.append(("halved", { bare(halved, rate: inner, fftLength: 1024) }))
    }
    let seconds = race(rounds: 7, contestants.map(\.run))
    let ratio = seconds[0] / seconds[1]
    row(
      "\(rate) Hz", seconds[0], seconds[1], target: "<= 1.6: \(verdict(ratio <= 1.6))",
      note: inner == rate ? "" : ", \(rate) Hz, 1536 points")
    if inner != rate {
      row("\(rate) Hz", seconds[0], seconds[2], target: "", note: ", halved, 1024 points")
    }
    ours.append((rate, seconds[0]))
  }

  // For peers.py, which puts librosa and torchaudio beside them.
  for (rate, seconds) in ours { print("<!-- ours \(rate) \(seconds) -->") }

  func row(_ name: String, _ ours: Double, _ bare: Double, target: String, note: String) {
    print(
      "| \(name) | \(text(ours * 1e3, 1)) ms | \(text(bare * 1e3, 1)) ms\(note) | \(text(ours / bare)) |"
        + " \(text(600 / ours, 0)) | \(target) |")
  }
}

private func spectrogram(of sound: [Float], _ configuration: LogMelConfiguration, rate: Int) {
  var frontEnd = SpectralFrontEnd(configuration, sampleRate: rate)
  var sum: Float = 0
  unsafe sound.withUnsafeBufferPointer { samples in
    unsafe frontEnd.process(samples) { bands, frame in sum += frame.level }
    unsafe frontEnd.finish { bands, frame in sum += frame.level }
  }
  precondition(sum.isFinite)
}

private func bare(_ sound: [Float], rate: Int, fftLength: Int) {
  let length = Int((0.025 * Double(rate)).rounded())
  let frames = unsafe soundwatch_bare_fft(
    sound, sound.count, length, 0.01 * Double(rate), fftLength)
  precondition(frames > 59_900)
}
