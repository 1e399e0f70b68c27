import SoundwatchCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(Program.run(CommandLine.arguments))
