import Testing

@testable import SoundwatchCLI

@Suite struct StartupPagesTests {
  @Test func onlyFilesThatAreOnlyReadAreGivenBack() {
    let maps = """
      1000-2000 r-xp 00000000 fe:00 12                 /lib/a.so
      Size:                  4 kB
      Anonymous:             0 kB
      VmFlags: rd ex mr mw me
      2000-3000 r--p 00001000 fe:00 12                 /lib/a.so
      Anonymous:             4 kB
      3000-4000 rw-p 00002000 fe:00 12                 /lib/a.so
      Anonymous:             0 kB
      4000-5000 r--p 00000000 00:00 0
      Anonymous:             0 kB
      5000-6000 r-xp 00000000 00:00 0                  [vdso]
      Anonymous:             0 kB
      7f0000000000-7f0000003000 r--p 00000000 fe:00 13 /a folder/b.so
      Anonymous:             0 kB
      """
    #expect(
      StartupPages.releasableRanges(in: maps) == [
        0x1000..<0x2000, 0x7f00_0000_0000..<0x7f00_0000_3000,
      ])
  }

  /// What was given back comes again: everything behind this line would crash otherwise.
  @Test func theProgramGoesOn() {
    StartupPages.release()
    let numbers = (0..<100).map { "\($0)" }.sorted()
    #expect(numbers.last == "99")
  }
}
