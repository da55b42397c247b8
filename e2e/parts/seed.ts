/** A real seed: qbittorrent-nox with its embedded tracker, serving files made by the test. */
import { spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startProgram } from './programs.ts'
import { until } from '../../testing/until.ts'
import { freePort } from '../../testing/free-port.ts'

const pieceBytes = 256 * 1024
/** qBittorrent's status of a tracker that accepted the announce. */
const announced = 2

export type Seed = { magnet: string; infoHash: string; torrent: Buffer; stop(): Promise<void> }

export const hasSeed = spawnSync('qbittorrent-nox', ['--version']).status === 0

/** Seeds the given files of `folder` as one torrent `name`; `bytesPerSecond` limits the upload so that progress can be observed. */
export async function openSeed(options: {
  work: string
  folder: string
  name: string
  files: string[]
  bytesPerSecond: number
}): Promise<Seed> {
  const [webPort, trackerPort, peerPort] = [await freePort(), await freePort(), await freePort()]
  const announce = `http://127.0.0.1:${trackerPort}/announce`
  const { torrent, infoHash } = await torrentOf({ ...options, announce })
  const config = path.join(options.work, 'qBittorrent', 'config')
  await mkdir(config, { recursive: true })
  await writeFile(path.join(config, 'qBittorrent.conf'), settings(peerPort))
  const child = await startProgram('qbittorrent-nox', [`--profile=${options.work}`, `--webui-port=${webPort}`])
  const api = (name: string, body: BodyInit) => fetch(`http://127.0.0.1:${webPort}/api/v2/${name}`, { method: 'POST', body })
  await until('the seed answers', async () => (await fetch(`http://127.0.0.1:${webPort}/api/v2/app/version`)).ok)
  await api(
    'app/setPreferences',
    new URLSearchParams({ json: JSON.stringify({ enable_embedded_tracker: true, embedded_tracker_port: trackerPort }) }),
  )
  const form = new FormData()
  form.set('torrents', new Blob([new Uint8Array(torrent)]), 'seed.torrent')
  form.set('savepath', options.folder)
  form.set('upLimit', String(options.bytesPerSecond))
  form.set('contentLayout', 'Original')
  await api('torrents/add', form)
  await until('the seed has checked its files', async () => {
    const answer = await fetch(`http://127.0.0.1:${webPort}/api/v2/torrents/info?hashes=${infoHash}`)
    const list: { progress: number; state: string }[] = await answer.json()
    return list[0]?.progress === 1 && /UP|uploading/.test(list[0].state)
  })
  await until('the tracker knows the seed', async () => {
    const answer = await fetch(`http://127.0.0.1:${webPort}/api/v2/torrents/trackers?hash=${infoHash}`)
    const trackers: { url: string; status: number }[] = await answer.json()
    if (trackers.some((tracker) => tracker.url === announce && tracker.status === announced)) return true
    return false
  })
  const magnet = `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(options.name)}&tr=${encodeURIComponent(announce)}`
  return { magnet, infoHash, torrent, stop: () => end(child) }
}

function settings(peerPort: number): string {
  return [
    '[LegalNotice]',
    'Accepted=true',
    '[BitTorrent]',
    `Session\\Port=${peerPort}`,
    // All peers have one address here; without it a seed that connects to itself refuses the others.
    'Session\\MultiConnectionsPerIp=true',
    'Session\\Interface=lo',
    'Session\\InterfaceName=lo',
    'Session\\InterfaceAddress=127.0.0.1',
    'Session\\DHTEnabled=false',
    'Session\\LSDEnabled=false',
    'Session\\PeXEnabled=false',
    'Session\\QueueingSystemEnabled=false',
    'Session\\GlobalMaxSeedingMinutes=-1',
    '[Preferences]',
    'WebUI\\LocalHostAuth=false',
    'WebUI\\CSRFProtection=false',
    'WebUI\\HostHeaderValidation=false',
    'Connection\\UPnP=false',
    '',
  ].join('\n')
}

async function torrentOf(options: {
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
