import SoundSpectra
import Testing

struct LogMelConfigurationTests {
  @Test func theDefaultIsSound() {
    #expect(LogMelConfiguration().problem == nil)
  }

  @Test(arguments: [
    LogMelConfiguration(sampleRate: 3_999), LogMelConfiguration(sampleRate: .max),
    LogMelConfiguration(windowLength: 1), LogMelConfiguration(windowLength: 513),
    LogMelConfiguration(hopLength: 0), LogMelConfiguration(hopLength: 401),
    LogMelConfiguration(fftLength: 511), LogMelConfiguration(windowLength: 2, fftLength: 14),
    LogMelConfiguration(fftLength: 65_538), LogMelConfiguration(bands: 0),
    LogMelConfiguration(bands: 257), LogMelConfiguration(lowestFrequency: -1),
    LogMelConfiguration(lowestFrequency: 7_800), LogMelConfiguration(lowestFrequency: .nan),
    LogMelConfiguration(highestFrequency: 8_001), LogMelConfiguration(highestFrequency: .infinity),
    LogMelConfiguration(highestFrequency: .nan), LogMelConfiguration(floor: 0),
    LogMelConfiguration(floor: 1), LogMelConfiguration(floor: .nan),
  ])
  func everyUnusableValueIsNamed(configuration: LogMelConfiguration) {
    #expect(configuration.problem != nil, "\(configuration)")
  }
}
