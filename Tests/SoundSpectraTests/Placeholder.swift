// Filled by the next step.
