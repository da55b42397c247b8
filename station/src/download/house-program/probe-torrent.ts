/** A torrent of its own for a trial of a program: a few bytes that the box writes. */
import { createHash, randomBytes } from 'node:crypto'

const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes])
}

export function probeTorrent() {
  const name = `homeport-${randomBytes(6).toString('hex')}`
  const file = 'box'
  const content = randomBytes(64)
  const info = Buffer.concat([
    Buffer.from(`d5:filesld6:lengthi${content.length}e4:pathl`),
    text(file),
    Buffer.from('eee4:name'),
    text(name),
    Buffer.from('12:piece lengthi16384e6:pieces'),
    text(createHash('sha1').update(content).digest()),
    // Nobody else is asked for it.
    Buffer.from('7:privatei1ee'),
  ])
  const bytes = Buffer.concat([Buffer.from('d4:info'), info, Buffer.from('e')])
  return { bytes, hash: createHash('sha1').update(info).digest('hex'), name, content, file }
}
