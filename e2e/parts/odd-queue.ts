/** Many links and torrents with odd names, from real servers, beside links that are gone and servers that stay silent. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { openFileServer } from '../world.ts'
import { openSeeds } from './seed.ts'

/** torrent: its bytes, in place of a url. bodies: undefined of what cannot come. */
export type OddLink = { url: string; torrent?: Buffer; bodies?: Buffer[] }
export type OddQueue = { good: OddLink[]; gone: OddLink[]; silent: OddLink[]; stop(): Promise<void> }
type Counts = { links: number; torrents: number; gone: number; silent: number }

const oddNames = [
  '流浪 地球.mkv',
  '한국 영화.mkv',
  'Привет, мир.mkv',
  'two  blanks.mkv',
  'a percent%20sign.mkv',
  'semi;colon=1.mkv',
  'plus+plus.mkv',
  `it's "quoted".mkv`,
  '🎬 👨‍👩‍👧‍👦.mkv',
  'e\u0301te\u0301.mkv',
  `${'long '.repeat(40)}end.mkv`,
  'archive.tar.gz',
  'no suffix',
  'two dots..mkv',
  '[bracket] {brace} (round).mkv',
  'hash # and & and =.mkv',
  'colon: star* pipe|.mkv',
  'עברית אחת.mkv',
  'ÜMLÄUT.MKV',
  '.hidden.mkv',
]
const nameOf = (at: number): string => oddNames[at % oddNames.length] ?? ''
const bytesPerSecond = 6_000_000

/** folder: for what the servers need. */
export async function openOddQueue(folder: string, counts: Counts): Promise<OddQueue> {
  const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
  const bodies = times(counts.links, (at) => randomBytes(100_000 + 7_000 * (at % 90)))
  const paths = bodies.map((_, at) => `/${at}/${nameOf(at)}`)
  const files = await openFileServer(Object.fromEntries(bodies.map((body, at) => [paths[at] ?? '', body])), bytesPerSecond)
  const silentServer = await openSilentServer()
  const shared = await Promise.all(times(counts.torrents, (at) => writeShared(path.join(folder, `seed-${at}`), at)))
  const { seeds, stop } = await openSeeds({ work: path.join(folder, 'seeds'), shared, bytesPerSecond })
  const encoded = (text: string) => text.split('/').map(encodeURIComponent).join('/')
  return {
    good: [
      ...bodies.map((body, at) => ({ url: `${files.address}${encoded(paths[at] ?? '')}`, bodies: [body] })),
      ...seeds.map(({ magnet, torrent }, at) => {
        const own = shared[at]?.bodies ?? []
        return at % 2 === 0 ? { url: magnet, bodies: own } : { url: '', torrent, bodies: own }
      }),
    ],
    gone: times(counts.gone, (at) => ({ url: `${files.address}/gone/${at}/${encodeURIComponent(nameOf(at))}` })),
    silent: times(counts.silent, (at) => ({ url: `${silentServer.address}/${at}.mkv` })),
    async stop() {
      await Promise.all([files.stop(), silentServer.stop(), stop()])
    },
  }
}

/** Two files with odd names, in a folder with an odd name. */
async function writeShared(folder: string, at: number) {
  const name = `${at} ${nameOf(at).slice(0, 100)}`
  const files = [nameOf(at + 1), `sub ${nameOf(at + 2)}/${nameOf(at + 3)}`]
  const bodies = files.map(() => randomBytes(60_000 + 9_000 * (at % 30)))
  for (const [index, file] of files.entries()) {
    const to = path.join(folder, name, file)
    await mkdir(path.dirname(to), { recursive: true })
    await writeFile(to, bodies[index] ?? '')
  }
  return { folder, name, files, bodies }
}

/** Takes connections and says nothing. */
async function openSilentServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
