import SoundClassification

let model = try SoundModel.builtIn(.version1)
print(model.labels.joined(separator: " "))
