/** Hostile bytes, the same in every run of one seed: torrents that were changed, pictures that unfold to gigabytes. */
import { crc32, deflateSync } from 'node:zlib'
import type { Random } from '../../../testing/random-from.ts'

/** Some bytes changed, cut or doubled. */
export function mutate(random: Random, original: Buffer): Buffer {
  let bytes = Buffer.from(original)
  for (let change = random(4); change >= 0; change -= 1) {
    const at = random(bytes.length + 1)
    const kind = random(3)
    if (kind === 0 && at < bytes.length) bytes[at] = random(256)
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(20))])
    else bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(at + 1))])
  }
  return bytes
}

const pieceBytes = 65_536

/** A torrent of one file of 14 bytes; its hash is random, so nobody has it. */
export function torrent(random: Random, info: { pieceLength?: number; length?: number; name?: string } = {}): Buffer {
  const { pieceLength = pieceBytes, length = 14, name = 'film.mkv' } = info
  const piece = Buffer.from(Array.from({ length: 20 }, () => random(256)))
  return Buffer.concat([
    Buffer.from(`d4:infod6:lengthi${length}e4:name${Buffer.byteLength(name)}:${name}`),
    Buffer.from(`12:piece lengthi${pieceLength}e6:pieces20:`),
    piece,
    Buffer.from('ee'),
  ])
}

/** Torrents that once ended the engine, or held up the box. */
export function poisonedTorrents(random: Random): Buffer[] {
  const values = (count: number, value: string) =>
    Buffer.concat([Buffer.from('d4:infod5:filesl'), Buffer.alloc(count * value.length, value), Buffer.from('eee')])
  return [
    torrent(random, { pieceLength: 0 }),
    torrent(random, { pieceLength: 3 }),
    torrent(random, { length: Number.MAX_SAFE_INTEGER }),
    torrent(random, { name: '../../evil.mkv' }),
    values(200_000, 'de'),
    values(200_000, 'le'),
    Buffer.from(`d4:info${'l'.repeat(100_000)}${'e'.repeat(100_000)}e`),
  ]
}

/** A valid PNG with one grey bit per pixel. */
export function hugePng(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const lines = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 })
  const chunks = [chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

export function gifOf(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1')
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}
