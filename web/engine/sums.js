// Largest value and sum of an array, from the left.

/** Returns the largest of some values. */
export const largest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);

/** Returns the sum of some values. */
export const total = (values) => values.reduce((a, b) => a + b, 0);
