// Elementary functions that return the same bits as game/elementary.py. They use only operations that
// IEEE 754 rounds correctly, in the same order. Math.exp and Math.log2 may return different bits in
// different browsers.

const LOG2_E = 1.4426950408889634;
const LN_2_HIGH = 0.6931471803691238;
const LN_2_LOW = 1.9082149292705877e-10;
const SQRT_HALF = 0.7071067811865476;
const SMALLEST_EXPONENT = -745.2;
const LARGEST_EXPONENT = 709.78;

const float = new Float64Array(1);
const halves = new Uint32Array(float.buffer);
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0]; // the index of the high half: 1 if little-endian

const EXPM1 = [
  1 / 87178291200, 1 / 6227020800, 1 / 479001600, 1 / 39916800, 1 / 3628800,
  1 / 362880, 1 / 40320, 1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2,
];
const LOG1P = [
  1 / 23, 1 / 21, 1 / 19, 1 / 17, 1 / 15, 1 / 13, 1 / 11, 1 / 9, 1 / 7, 1 / 5, 1 / 3,
];

/** Returns e to a power. */
export function exp(x) {
  if (x < SMALLEST_EXPONENT) return 0;
  if (x > LARGEST_EXPONENT) return Infinity;
  const k = Math.floor(x * LOG2_E + 0.5);
  const rest = (x - k * LN_2_HIGH) - k * LN_2_LOW;
  const series = polynomial(EXPM1, rest) * rest * rest + rest;
  const half = k >> 1; // scale in two steps, so that only the second step rounds
  return (1 + series) * powerOfTwo(half) * powerOfTwo(k - half);
}

/** Returns the natural logarithm of a number of at least 0; -Infinity for 0. */
export function log(x) {
  if (x === 0 || x === Infinity) return x || -Infinity;
  const [mantissa, k] = split(x);
  return k * LN_2_HIGH + (log1pSeries(mantissa - 1) + k * LN_2_LOW);
}

/** Returns the binary logarithm of a number of at least 0; -Infinity for 0. */
export function log2(x) {
  if (x === 0 || x === Infinity) return x || -Infinity;
  const [mantissa, k] = split(x);
  return k + log1pSeries(mantissa - 1) * LOG2_E;
}

// Returns m and k with x = m * 2**k and SQRT_HALF <= m < 2 * SQRT_HALF.
function split(x) {
  const scale = x < 2 ** -1000 ? 64 : 0; // so that a subnormal number becomes a normal number
  float[0] = scale ? x * powerOfTwo(scale) : x;
  const k = (halves[HIGH] >>> 20) - 1022 - scale;
  halves[HIGH] = (halves[HIGH] & 0xfffff) | (1022 << 20);
  return float[0] < SQRT_HALF ? [2 * float[0], k - 1] : [float[0], k];
}

function log1pSeries(x) {
  const s = x / (2 + x);
  const square = s * s;
  const half = x * x * 0.5;
  return x - (half - s * (half + 2 * square * polynomial(LOG1P, square)));
}

function polynomial(coefficients, x) {
  let total = coefficients[0];
  for (let i = 1; i < coefficients.length; i++) total = total * x + coefficients[i];
  return total;
}

function powerOfTwo(k) {
  float[0] = 0;
  halves[HIGH] = (k + 1023) << 20;
  return float[0];
}
