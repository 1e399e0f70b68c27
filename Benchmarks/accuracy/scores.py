"""The measures: F1, confusion, area under the ROC curve."""
import numpy as np


def f1(truth, predicted, count):
    """F1 of each class. A prediction outside the classes is wrong."""
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    hits = [np.sum((truth == c) & (predicted == c)) for c in range(count)]
    sizes = [np.sum(truth == c) + np.sum(predicted == c) for c in range(count)]
    return np.array([2 * h / max(n, 1) for h, n in zip(hits, sizes)])


def confusion(truth, predicted, rows, columns):
    table = np.zeros((rows, columns), int)
    np.add.at(table, (np.asarray(truth), np.asarray(predicted)), 1)
    return table


def auc(truth, score):
    """Area under the ROC curve by ranks; ties count half."""
    truth, score = np.asarray(truth, bool), np.asarray(score)
    _, place, count = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    positive = int(truth.sum())
    pairs = positive * (len(truth) - positive)
    return float((ranks[truth].sum() - positive * (positive + 1) / 2) / pairs) if pairs else float("nan")


def best_f1(truth, score):
    """The best F1 over all thresholds."""
    truth, score = np.asarray(truth, bool), np.asarray(score)
    hits = np.cumsum(truth[np.argsort(-score, kind="stable")])
    return float(np.max(2 * hits / (np.arange(1, len(truth) + 1) + truth.sum())))
