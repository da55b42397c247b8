/** Web seeds (BEP 19) of torrents whose names are not UTF-8: each file is asked under its bytes, percent-encoded once. */
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { itWithAria2 } from '../../testing/engine.ts'
import { openTestFiles } from '../../testing/file-server.ts'
import { bencode } from '../../testing/swarm.ts'

let blobs: Record<string, Buffer> = {}
const fixture = setUpDownloads({ isOpen: true, blobOf: async (_, id) => blobs[id] })
const { start, isDone } = fixture
const pieceBytes = 65_536
/** 白蛇, 流浪地球.mkv, 第一集.mkv in GBK. */
const [folder, one, other] = ['b0d7c9df', 'c1f7c0cbb5d8c7f22e6d6b76', 'b5dad2bbbcaf2e6d6b76'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const encoded = (name = Buffer.alloc(0)) =>
  [...name].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`)).join('')

function torrentOf(content: Parameters<typeof bencode>[0] & object, { all, urls }: { all: Buffer; urls: string[] }): Buffer {
  const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, at) =>
    createHash('sha1')
      .update(all.subarray(at * pieceBytes, (at + 1) * pieceBytes))
      .digest(),
  )
  return bencode({ info: { ...content, 'piece length': pieceBytes, pieces: Buffer.concat(pieces) }, 'url-list': urls })
}

describe('a torrent with names in GBK comes from its web seed', () => {
  itWithAria2('a folder of files', async () => {
    const [first, second] = [randomBytes(100_000), randomBytes(150_000)]
    const server = await openTestFiles({
      [`/d/${encoded(folder)}/${encoded(one)}`]: { body: first },
      [`/d/${encoded(folder)}/a%20b/${encoded(other)}`]: { body: second },
    })
    fixture.closing.push(server.stop)
    const files = [
      { length: first.length, path: [one ?? ''] },
      { length: second.length, path: ['a b', other ?? ''] },
    ]
    blobs = { gbk: torrentOf({ name: folder ?? '', files }, { all: Buffer.concat([first, second]), urls: [`${server.url}/d/`] }) }
    const id = await start({ torrent: 'gbk' })
    await isDone(id)
    expect(fixture.box.read('白蛇/流浪地球.mkv')?.equals(first)).toBe(true)
    expect(fixture.box.read('白蛇/a b/第一集.mkv')?.equals(second)).toBe(true)
    expect(server.requests.filter(({ path }) => path.includes('%25'))).toEqual([])
  })

  itWithAria2('one file below an address that ends with a slash', async () => {
    const body = randomBytes(100_000)
    const server = await openTestFiles({ [`/d/${encoded(one)}`]: { body } })
    fixture.closing.push(server.stop)
    blobs = { gbk: torrentOf({ name: one ?? '', length: body.length }, { all: body, urls: [`${server.url}/d/`] }) }
    const id = await start({ torrent: 'gbk' })
    await isDone(id)
    expect(fixture.box.read('流浪地球.mkv')?.equals(body)).toBe(true)
  })
})
