/** For tests: MD4 (RFC 1320), which Node does not have. */

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by))
const second = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
const third = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]
const rounds = [
  {
    order: second.map((_, at) => at),
    shifts: [3, 7, 11, 19],
    add: 0,
    mix: (x: number, y: number, z: number) => (x & y) | (~x & z),
  },
  {
    order: second,
    shifts: [3, 5, 9, 13],
    add: 0x5a827999,
    mix: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
  },
  { order: third, shifts: [3, 9, 11, 15], add: 0x6ed9eba1, mix: (x: number, y: number, z: number) => x ^ y ^ z },
] as const

/** As 16 bytes. */
export function md4(bytes: Buffer): Buffer {
  const padded = Buffer.alloc((((bytes.length + 8) >> 6) + 1) << 6)
  bytes.copy(padded)
  padded.writeUInt8(0x80, bytes.length)
  padded.writeBigUInt64LE(BigInt(bytes.length) * 8n, padded.length - 8)
  const words = new Uint32Array(padded.buffer, padded.byteOffset, padded.length / 4)
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < words.length; at += 16) {
    const before = state
    state = mixBlock(state, words, at)
    state = state.map((value, index) => (value + (before[index] ?? 0)) | 0)
  }
  const digest = Buffer.alloc(16)
  state.forEach((value, index) => digest.writeInt32LE(value | 0, index * 4))
  return digest
}

function mixBlock(state: number[], words: Uint32Array, at: number): number[] {
  let [a = 0, b = 0, c = 0, d = 0] = state
  for (const { order, shifts, add, mix } of rounds)
    for (let step = 0; step < 16; step += 1) {
      const word = words[at + (order[step] ?? 0)] ?? 0
      const next = rotate((a + mix(b, c, d) + word + add) | 0, shifts[step & 3] ?? 0)
      a = d
      d = c
      c = b
      b = next
    }
  return [a, b, c, d]
}
