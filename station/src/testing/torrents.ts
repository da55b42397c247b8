/** For tests: torrents in every shape, sound or hostile, without the files that they name. */
import { randomBytes } from 'node:crypto'
import { bencode } from './swarm.ts'

const pieceBytes = 65_536

/** Random hashes for files of this size together. */
export const piecesFor = (bytes: number, pieceLength = pieceBytes): Buffer => randomBytes(20 * Math.ceil(bytes / pieceLength))

/** Many files of ten bytes in one folder; the list is written directly, which is fast. */
export function torrentOfMany(count: number, name = 'many'): Buffer {
  const files = Array.from({ length: count }, (_, at) => {
    const file = `file-${String(at + 1).padStart(6, '0')}.bin`
    return `d6:lengthi10e4:pathl6:folder${file.length}:${file}ee`
  })
  const info = [
    Buffer.from(`d5:filesl${files.join('')}e4:name`),
    bencode(name),
    Buffer.from(`12:piece lengthi${pieceBytes}e6:pieces`),
    bencode(piecesFor(10 * count)),
    Buffer.from('e'),
  ]
  return Buffer.concat([Buffer.from('d4:info'), ...info, Buffer.from('e')])
}

/** A torrent of one file, with other fields of its info dictionary. */
export function torrentWith(info: Parameters<typeof bencode>[0] & object, top: { [key: string]: string } = {}): Buffer {
  return bencode({ ...top, info: { name: 'film.mkv', length: 14, 'piece length': pieceBytes, pieces: piecesFor(14), ...info } })
}

/** Nothing but values: as small as they can be. */
export const torrentOfEmptyValues = (count: number, value: 'de' | 'le' | '0:'): Buffer =>
  Buffer.concat([Buffer.from('d4:infod5:filesl'), Buffer.alloc(count * 2, value), Buffer.from('eee')])
