/** For tests: a real swarm on this machine: an aria2 that seeds, and a tracker. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { until } from '../../../testing/until.ts'
import { lanAddress } from '../../../testing/lan-address.ts'
import { startAria2 } from './engine.ts'

const usualPieceBytes = 64 * 1024
/** Between the ports of testing/free-port.ts and those that systems give to outgoing connections; aria2 takes a free one of them. */
export const seedPorts = '28000-31999'

type Value = number | string | Buffer | Value[] | { [key: string]: Value }

export function bencode(value: Value): Buffer {
  if (typeof value === 'number') return Buffer.from(`i${value}e`)
  if (typeof value === 'string') return bencode(Buffer.from(value))
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from(`${value.length}:`), value])
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('l'), ...value.map(bencode), Buffer.from('e')])
  const entries = Object.keys(value)
    .sort()
    .flatMap((key) => [bencode(key), bencode(value[key] ?? '')])
  return Buffer.concat([Buffer.from('d'), ...entries, Buffer.from('e')])
}

/** Files in the given order, those in .pad as padding; names are not checked, so that a malicious torrent can be made too. One whose name is empty is the torrent itself, without a folder. */
type TestTorrent = { name: string; files: Record<string, Buffer>; announce: string; pieceBytes?: number | undefined }
export function torrentOf({ name, files, announce, pieceBytes = usualPieceBytes }: TestTorrent) {
  const all = Buffer.concat(Object.values(files))
  const pieces = Array.from({ length: Math.ceil(all.length / pieceBytes) }, (_, at) =>
    createHash('sha1')
      .update(all.subarray(at * pieceBytes, (at + 1) * pieceBytes))
      .digest(),
  )
  const list = Object.entries(files).map(([path, body]) => ({
    ...(path.startsWith('.pad/') ? { attr: 'p' } : {}),
    length: body.length,
    path: path.split('/'),
  }))
  const alone = files['']
  const content: Record<string, Value> = alone ? { length: alone.length } : { files: list }
  const info = { ...content, name, 'piece length': pieceBytes, pieces: Buffer.concat(pieces) }
  const infoHash = createHash('sha1').update(bencode(info)).digest('hex')
  const magnet = `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(name)}&tr=${encodeURIComponent(announce)}`
  return { bytes: bencode({ announce, info }), infoHash, magnet }
}

/** Seeds the files under `folder`, with an upload limit in bytes a second. */
export async function openTestSwarm({
  folder,
  name,
  files,
  bytesPerSecond = 0,
  pieceBytes,
}: {
  folder: string
  name: string
  files: Record<string, Buffer>
  bytesPerSecond?: number
  pieceBytes?: number | undefined
}) {
  let seedPort = 0
  /** Peer ports that asked the tracker. */
  const requests: number[] = []
  let isOpen = false
  const own = (lanAddress ?? '127.0.0.1').split('.').map(Number)
  const tracker = http.createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://tracker').searchParams
    const port = Number(query.get('port'))
    if (query.get('left') === '0' && seedPort === 0) seedPort = port
    requests.push(port)
    // Transmission asks no peer at 127.0.0.1.
    const host = query.get('peer_id')?.startsWith('-TR') ? own : [127, 0, 0, 1]
    const ports = isOpen ? requests : [seedPort]
    const peers = Buffer.from([...new Set(ports)].filter(Boolean).flatMap((peer) => [...host, peer >> 8, peer & 255]))
    response.end(bencode({ interval: 5, complete: 1, incomplete: 0, peers }))
  })
  await new Promise<void>((resolve) => tracker.listen(0, '127.0.0.1', resolve))
  const address = tracker.address()
  const announce = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/announce`
  const torrent = torrentOf({ name, files, announce, pieceBytes })
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), body)
  }
  writeFileSync(join(folder, 'seed.torrent'), torrent.bytes)
  const seed = await startAria2([
    '--no-conf',
    '--quiet',
    '--enable-dht=false',
    '--bt-enable-lpd=false',
    '--check-integrity=true',
    '--seed-ratio=0.0',
    '--file-allocation=none',
    `--listen-port=${seedPorts}`,
    `--dir=${folder}`,
    `--max-upload-limit=${bytesPerSecond}`,
    '--bt-request-peer-speed-limit=0',
    join(folder, 'seed.torrent'),
  ])
  const hasEnded = () => seed.exitCode !== null || seed.signalCode !== null
  await until('the seeding aria2 tells the tracker its port, or ends', () => seedPort !== 0 || hasEnded())
  if (seedPort === 0) throw new Error(`The seeding aria2 ended before it told the tracker its port (exit ${seed.exitCode}).`)
  return {
    ...torrent,
    /** The seeding program ends, and the tracker names all who asked it. */
    leaveToOthers: (): void => {
      isOpen = true
      seed.kill('SIGKILL')
    },
    strangers: () => requests.filter((port) => port !== seedPort),
    stop: async () => {
      if (!hasEnded()) {
        const gone = new Promise((resolve) => seed.once('exit', resolve))
        seed.kill('SIGKILL')
        await gone
      }
      tracker.closeAllConnections()
      await new Promise((resolve) => tracker.close(resolve))
    },
  }
}
