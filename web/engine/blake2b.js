// BLAKE2b (RFC 7693) with digests of 64 bytes. Arrays hold each number of 64 bits as two
// halves: first the low half, then the high half.

const IV = Uint32Array.of(
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372,
  0x5f1d36f1, 0xa54ff53a, 0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c,
  0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
);
const SIGMA = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8",
  "905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a",
  "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753",
].map((row) => [...row].map((digit) => 2 * parseInt(digit, 16)));
const BLOCK = 128;

const v = new Uint32Array(32);
const block = new Uint8Array(BLOCK);
const m = new Uint32Array(32);

/** Returns the digest of some bytes under a key of up to 64 bytes. */
export function blake2b(message, key = new Uint8Array()) {
  const state = IV.slice();
  state[0] ^= 0x01010000 ^ (key.length << 8) ^ 64;
  let data = message;
  if (key.length) {
    data = new Uint8Array(BLOCK + message.length);
    data.set(key);
    data.set(message, BLOCK);
  }
  let end = 0;
  do {
    const start = end;
    end = Math.min(start + BLOCK, data.length);
    block.fill(0);
    block.set(data.subarray(start, end));
    compress(state, end, end === data.length);
  } while (end < data.length);
  return Uint8Array.from({ length: 64 }, (_, i) => state[i >> 2] >>> (8 * (i & 3)));
}

function compress(state, count, isLast) {
  for (let i = 0; i < 32; i++) {
    const at = 4 * i;
    m[i] = block[at] | (block[at + 1] << 8) | (block[at + 2] << 16) | (block[at + 3] << 24);
  }
  v.set(state);
  v.set(IV, 16);
  v[24] ^= count;
  v[25] ^= Math.floor(count / 2 ** 32);
  if (isLast) {
    v[28] = ~v[28];
    v[29] = ~v[29];
  }
  for (const s of SIGMA) {
    mix(0, 8, 16, 24, s[0], s[1]);
    mix(2, 10, 18, 26, s[2], s[3]);
    mix(4, 12, 20, 28, s[4], s[5]);
    mix(6, 14, 22, 30, s[6], s[7]);
    mix(0, 10, 20, 30, s[8], s[9]);
    mix(2, 12, 22, 24, s[10], s[11]);
    mix(4, 14, 16, 26, s[12], s[13]);
    mix(6, 8, 18, 28, s[14], s[15]);
  }
  for (let i = 0; i < 16; i++) state[i] ^= v[i] ^ v[i + 16];
}

function mix(a, b, c, d, x, y) {
  add(a, v[b], v[b + 1]);
  add(a, m[x], m[x + 1]);
  turn(d, a, 32);
  add(c, v[d], v[d + 1]);
  turn(b, c, 24);
  add(a, v[b], v[b + 1]);
  add(a, m[y], m[y + 1]);
  turn(d, a, 16);
  add(c, v[d], v[d + 1]);
  turn(b, c, 63);
}

function add(a, low, high) {
  const sum = v[a] + low;
  v[a] = sum;
  v[a + 1] += high + (sum > 0xffffffff ? 1 : 0);
}

// Replaces v[d] by v[d] ^ v[a], rotated to the right by n bits.
function turn(d, a, n) {
  let low = v[d] ^ v[a];
  let high = v[d + 1] ^ v[a + 1];
  if (n >= 32) [low, high] = [high, low];
  const by = n % 32;
  v[d] = by ? (low >>> by) | (high << (32 - by)) : low;
  v[d + 1] = by ? (high >>> by) | (low << (32 - by)) : high;
}
