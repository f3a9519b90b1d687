// The largest value and the sum of an array. Terms are added from the left, so that sums have the same
// bits as in Python.

/** Returns the largest of some values. */
export const largest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);

/** Returns the sum of some values. */
export const total = (values) => values.reduce((a, b) => a + b, 0);
