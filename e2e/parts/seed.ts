/** A real seed: qbittorrent-nox with its embedded tracker, serving files made by the test. */
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { hasQbittorrent, startQbittorrent } from '../../testing/qbittorrent.ts'
import { until } from '../../testing/until.ts'
import { freePort } from '../../testing/free-port.ts'

const pieceBytes = 256 * 1024
/** qBittorrent's status of a tracker that accepted the announce. */
const announced = 2

export type Seed = { magnet: string; infoHash: string; torrent: Buffer; stop(): Promise<void> }
/** Files in `folder`/`name`. */
type Shared = { folder: string; name: string; files: string[] }

export const hasSeed = hasQbittorrent

/** Seeds the given files of `folder` as one torrent `name`; `bytesPerSecond` limits the upload so that progress can be observed. */
export async function openSeed({
  work,
  bytesPerSecond,
  ...shared
}: Shared & { work: string; bytesPerSecond: number }): Promise<Seed> {
  const { seeds, stop } = await openSeeds({ work, bytesPerSecond, shared: [shared] })
  const [seed] = seeds
  if (!seed) throw new Error('nothing is seeded')
  return { ...seed, stop }
}

/** Many torrents of one program; bytesPerSecond of each. */
export async function openSeeds({ work, shared, bytesPerSecond }: { work: string; shared: Shared[]; bytesPerSecond: number }) {
  const trackerPort = await freePort()
  const announce = `http://127.0.0.1:${trackerPort}/announce`
  const { address, stop } = await startQbittorrent({
    folder: work,
    settings: ['Session\\QueueingSystemEnabled=false', 'Session\\GlobalMaxSeedingMinutes=-1'],
  })
  const api = (name: string, body?: BodyInit) =>
    fetch(`${address}/api/v2/${name}`, body === undefined ? {} : { method: 'POST', body })
  await api(
    'app/setPreferences',
    new URLSearchParams({ json: JSON.stringify({ enable_embedded_tracker: true, embedded_tracker_port: trackerPort }) }),
  )
  const seeds: Omit<Seed, 'stop'>[] = []
  for (const { folder, name, files } of shared) {
    const { torrent, infoHash } = await torrentOf({ folder, name, files, announce })
    const form = new FormData()
    form.set('torrents', new Blob([new Uint8Array(torrent)]), 'seed.torrent')
    form.set('savepath', folder)
    form.set('upLimit', String(bytesPerSecond))
    form.set('contentLayout', 'Original')
    await api('torrents/add', form)
    const magnet = `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(name)}&tr=${encodeURIComponent(announce)}`
    seeds.push({ magnet, infoHash, torrent })
  }
  for (const { infoHash } of seeds) {
    await until('the seed has checked its files', async () => {
      const list: { progress: number; state: string }[] = await (await api(`torrents/info?hashes=${infoHash}`)).json()
      return list[0]?.progress === 1 && /UP|uploading/.test(list[0].state)
    })
    await until('the tracker knows the seed', async () => {
      const trackers: { url: string; status: number }[] = await (await api(`torrents/trackers?hash=${infoHash}`)).json()
      return trackers.some((tracker) => tracker.url === announce && tracker.status === announced)
    })
  }
  return { seeds, stop }
}

export async function torrentOf(options: {
  folder: string
  name: string
  files: string[]
  announce: string
}): Promise<{ torrent: Buffer; infoHash: string }> {
  const entries = await Promise.all(
    options.files.map(async (file) => ({
      path: file.split('/'),
      length: (await stat(path.join(options.folder, options.name, file))).size,
    })),
  )
  const whole = Buffer.concat(
    await Promise.all(options.files.map((file) => readFile(path.join(options.folder, options.name, file)))),
  )
  const pieces: Buffer[] = []
  for (let at = 0; at < whole.length; at += pieceBytes) pieces.push(sha1(whole.subarray(at, at + pieceBytes)))
  const info = { files: entries, name: options.name, 'piece length': pieceBytes, pieces: Buffer.concat(pieces) }
  return { torrent: bencode({ announce: options.announce, info }), infoHash: sha1(bencode(info)).toString('hex') }
}

type Bencodable = string | number | Buffer | Bencodable[] | { [key: string]: Bencodable }

function bencode(value: Bencodable): Buffer {
  if (typeof value === 'number') return Buffer.from(`i${value}e`)
  if (typeof value === 'string') return bencode(Buffer.from(value))
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from(`${value.length}:`), value])
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('l'), ...value.map(bencode), Buffer.from('e')])
  const keys = Object.keys(value).toSorted()
  return Buffer.concat([Buffer.from('d'), ...keys.flatMap((key) => [bencode(key), bencode(value[key] ?? '')]), Buffer.from('e')])
}

function sha1(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest()
}

export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 8_000).unref()
  })
}
