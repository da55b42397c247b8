/** For tests: a torrent whose files come from a web server of this machine, which counts what it sends of each. */
import { createHash } from 'node:crypto'
import { openTestFiles, type Pace } from './file-server.ts'
import { bencode } from './swarm.ts'

const pieceBytes = 65_536

/** path: '' for the only file of a torrent that is no folder. */
export type SeededFile = { path: string; body: Buffer; isPadding?: boolean }

export async function openTestWebSeed({ name, files }: { name: string; files: readonly SeededFile[] }, pace?: Pace) {
  const all = Buffer.concat(files.map(({ body }) => body))
  const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, at) =>
    createHash('sha1')
      .update(all.subarray(at * pieceBytes, (at + 1) * pieceBytes))
      .digest(),
  )
  const list = files.map(({ path, body, isPadding }) => ({
    ...(isPadding ? { attr: 'p' } : {}),
    length: body.length,
    path: path.split('/'),
  }))
  const [first] = files
  const content: { [key: string]: number | typeof list } = first?.path === '' ? { length: first.body.length } : { files: list }
  const info = { ...content, name, 'piece length': pieceBytes, pieces: Buffer.concat(pieces) }
  const addressOf = (path: string) => `/${[name, ...path.split('/').filter(Boolean)].map(encodeURIComponent).join('/')}`
  const served = Object.fromEntries(files.map(({ path, body }) => [addressOf(path), { body }]))
  const server = await openTestFiles(served, pace)
  return {
    bytes: bencode({ info, 'url-list': `${server.url}/` }),
    infoHash: createHash('sha1').update(bencode(info)).digest('hex'),
    hurry: server.hurry,
    stop: server.stop,
    /** Files that were asked for since the last call. */
    requested(): string[] {
      const paths = new Set(server.requests.splice(0).map((request) => request.path))
      return files.map(({ path }) => path).filter((path) => paths.has(addressOf(path)))
    },
  }
}
