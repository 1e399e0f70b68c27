import Foundation
import Testing

@testable import SoundwatchCLI

@Suite struct DocumentTests {
  @Test func theOverviewLooksAsItDid() throws {
    try expectSnapshot(HelpPage.program(), named: "help.txt")
  }

  @Test(arguments: CommandSpecification.allWithVerbs.map(\.name))
  func theHelpOfACommandLooksAsItDid(_ name: String) throws {
    let command = try #require(CommandSpecification.named(name))
    let file = name.split(separator: " ").joined(separator: "-")
    try expectSnapshot(HelpPage.command(command), named: "help-\(file).txt")
  }

  @Test func helpFitsATerminal() {
    for command in CommandSpecification.allWithVerbs {
      for line in HelpPage.command(command).split(separator: "\n") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test(arguments: Shell.allCases)
  func completionsLookAsTheyDid(_ shell: Shell) throws {
    try expectSnapshot(shell.completions, named: "completions.\(shell.rawValue)")
  }

  @Test(arguments: Shell.allCases.filter { ShellTool.path(of: $0.rawValue) != nil })
  func aShellAcceptsItsCompletions(_ shell: Shell) throws {
    let result = try ShellTool.run(
      shell.rawValue, shell == .fish ? ["--no-execute"] : ["-n"], input: shell.completions)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test(
    .enabled(if: ShellTool.path(of: "bash") != nil),
    arguments: [
      (["an"], "analyze"),
      (["analyze", "--form"], "--format"),
      (["analyze", "--format", "te"], "text textgrid"),
      (["analyze", "--format", "=", "cs"], "csv"),
      (["analyze", "-f", "j"], "json jsonl"),
      (["completions", ""], "bash zsh fish"),
      (["help", "man"], "manual"), (["cat"], "catalog"), (["catalog", "exp"], "export"),
      (["custom-catalog", "stats", "--format", "js"], "json"),
    ])
  func bashCompletes(_ words: [String], _ expected: String) throws {
    let line = (["soundwatch"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      \(Shell.bash.completions)
      COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _soundwatch; echo "${COMPREPLY[*]}"
      """
    let result = try ShellTool.run("bash", [], input: script)
    #expect(result.output == expected + "\n", "\(result.errors)")
  }

  @Test(
    .enabled(if: ShellTool.path(of: "fish") != nil),
    arguments: [
      ("analyze --form", "--format"), ("analyze --format cs", "csv"), ("ana", "analyze"),
      ("catalog exp", "export"),
      ("catalog remove --art", "--artist"),
    ])
  func fishCompletes(_ line: String, _ expected: String) throws {
    let script = "\(Shell.fish.completions)\ncomplete -C 'soundwatch \(line)'\n"
    let result = try ShellTool.run("fish", ["--no-config"], input: script)
    let words = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.contains { $0 == expected }, "\(result.output) \(result.errors)")
  }

  @Test func theManualLooksAsItDid() throws {
    try expectSnapshot(ManualPage.source(), named: "soundwatch.1")
  }

  @Test(.enabled(if: ShellTool.path(of: "groff") != nil))
  func theManualRendersWithoutWarnings() throws {
    let result = try ShellTool.run(
      "groff", ["-ww", "-man", "-Tascii", "-P-cbou"], input: ManualPage.source())
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for option in AnalyzeOption.allCases {
      #expect(result.output.contains("--\(option.rawValue)"), "\(option)")
    }
  }
}
