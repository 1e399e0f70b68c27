import Foundation
import SoundRecognition
import Testing

@testable import SoundwatchCLI

@Suite struct IndexPlanTests {
  private let folder: TemporaryFolder
  private let first = MediaItem(values: [.title: .string("Old")])

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.wav", "b.wav"] { try folder.write(name, [1, 2, 3]) }
  }

  private var inputs: [Input] {
    ["a.wav", "b.wav"].map { Input(operand: folder.path + "/" + $0) }
  }

  private func stamp(_ input: Input) -> SourceStamp? { SourceStamp(path: input.name) }

  private func plan(
    known: [IndexPlan.Known] = [], csv: String? = nil, renewsItems: Bool = false
  ) throws -> IndexPlan {
    var assignment = MediaItemAssignment()
    if let csv {
      assignment = MediaItemAssignment(
        try MediaItemTable(csv: Data(csv.utf8)), folder: folder.path + "/",
        names: inputs.map(\.name))
    }
    return IndexPlan(
      inputs, known: known, assignment: assignment, renewsItems: renewsItems, stamp: stamp)
  }

  private var knownFirst: IndexPlan.Known {
    .init(id: UUID(), items: [first.adding(source: inputs[0].name, stamp: stamp(inputs[0]))])
  }

  @Test func onlyWhatIsNewIsRead() throws {
    let plan = try plan(known: [knownFirst])
    #expect(plan.tasks.map(\.input.name) == [inputs[1].name])
    #expect(plan.unchangedCount == 1)
  }

  @Test func whatHasChangedIsReadAnew() throws {
    let known = knownFirst
    try folder.write("a.wav", [1, 2, 3, 4])
    let plan = try plan(known: [known])
    #expect(plan.tasks.map(\.replaces) == [known.id, nil])
  }

  @Test func rowsBelongToTheFilesThatTheyName() throws {
    let plan = try plan(
      csv: "title,signature,source\nA,a.wav,\nB1,,b.wav\nB2,\(folder.path)/b.wav,\nC,c.wav,\n")
    #expect(plan.tasks.map { $0.items.map(\.title) } == [["A"], ["B1", "B2"]])
  }

  @Test func anUpdateReplacesItemsByIdentityAndBySource() throws {
    let known = knownFirst
    let byID = try plan(
      known: [known], csv: "title,id\nNew,\(first.id.uuidString)\n", renewsItems: true)
    #expect(byID.newItems.map(\.id) == [known.id])
    #expect(byID.newItems.first?.items.map(\.title) == ["New"])
    #expect(byID.newItems.first?.items.first?[.source] as? String == inputs[0].name)
    let bySource = try plan(
      known: [known], csv: "title,source\nX,a.wav\nY,a.wav\n", renewsItems: true)
    #expect(bySource.newItems.first?.items.map(\.title) == ["X", "Y"])
    #expect(bySource.unchangedCount == 0)
  }

  @Test func rowsAboutNothingAreFound() throws {
    let plan = try plan(csv: "title,source\nX,elsewhere.wav\n", renewsItems: true)
    #expect(plan.strayRows.map(\.item.title) == ["X"])
  }

  @Test func exportedItemsAreKnownByTheirIdentity() throws {
    let known = IndexPlan.Known(
      id: UUID(), items: [first.adding(source: "elsewhere.mp3", stamp: nil)])
    let csv = "title,signature,source,id\nOld,a.wav,elsewhere.mp3,\(first.id.uuidString)\n"
    let plan = try plan(known: [known], csv: csv)
    #expect(plan.tasks.map(\.input.name) == [inputs[1].name])
    #expect(plan.unchangedCount == 1)
  }
}
