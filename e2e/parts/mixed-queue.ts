/** Sources of one queue with every kind of link, each from a real server that is slow enough to be interrupted. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../testing/free-port.ts'
import { openPeer } from '../../testing/ed2k/peer.ts'
import { openServer, type KnownSource } from '../../testing/ed2k/server.ts'
import { linkTo, shareBytes } from '../../testing/ed2k/shared-file.ts'
import { encodeText } from '../../testing/encode-text.ts'
import { openFtpServer } from '../../testing/ftp-server.ts'
import { openFileServer } from '../world.ts'
import { ffmpeg, startProgram } from './programs.ts'
import { openSeed } from './seed.ts'

/** label: in messages. torrent: its bytes, in place of a url. body: undefined of a stream, whose bytes nobody knows before. */
export type MixedLink = { label: string; url: string; torrent?: Buffer; body?: Buffer }
export type MixedQueue = { links: MixedLink[]; removed: MixedLink; stream: MixedLink; stop(): Promise<void> }

const bytesPerSecond = 500_000
/** Between two pieces of 10 KB of an ed2k peer. */
const pieceEveryMs = 15
/** The speed of a stream: how many times faster than it plays. */
const streamSpeed = 4
const streamSeconds = 30

/** lap: is in every name. folder: for what the servers need. sources: of the ed2k server that the box asks. */
export async function openMixedQueue(lap: number, folder: string, sources: Map<string, KnownSource[]>): Promise<MixedQueue> {
  const bodyOf = (megabytes: number) => randomBytes(megabytes * 1_000_000)
  const [small, large, same, escape, removed] = [bodyOf(1), bodyOf(12), bodyOf(3), bodyOf(2), bodyOf(30)]
  const files = await openFileServer(
    {
      [`/a/film-${lap}.mkv`]: small,
      [`/b/film-${lap}.mkv`]: same,
      [`/large-${lap}.iso`]: large,
      [`/removed-${lap}.iso`]: removed,
      [`/../../../neighbour/escape-${lap}.bin`]: escape,
    },
    2 * bytesPerSecond,
  )
  const ftpBodies = { plain: bodyOf(5), wrapped: bodyOf(4) }
  const gbk = (text: string) => Buffer.from(encodeText(text, 'gb18030')).toString('latin1')
  const ftp = await openFtpServer({
    files: { [`/films/ftp-${lap}.mkv`]: ftpBodies.plain, [`/${gbk('电影')}/${gbk(`阳光 ${lap}.mkv`)}`]: ftpBodies.wrapped },
    user: 'me',
    password: 'quiet harbour',
    bytesPerSecond,
  })
  const inner = `AAftp://me:quiet%20harbour@127.0.0.1:${ftp.port}/电影/阳光 ${lap}.mkvZZ`
  const shared = shareBytes(`电驴 ${lap}.mkv`, bodyOf(12))
  const peer = await openPeer(shared, { pauseMs: pieceEveryMs })
  sources.set(shared.hash.toString('hex'), [{ host: '127.0.0.1', port: peer.port }])
  const magnet = await seedOf(folder, `magnet-${lap}`, bodyOf(8))
  const torrent = await seedOf(folder, `torrent-${lap}`, bodyOf(6))
  const live = await openLiveStream(folder, `harbour-${lap}`)
  const stream = { label: 'rtmp', url: live.url }
  return {
    stream,
    removed: { label: 'http, removed', url: `${files.address}/removed-${lap}.iso`, body: removed },
    links: [
      stream,
      { label: 'http', url: `${files.address}/a/film-${lap}.mkv`, body: small },
      { label: 'http, same name', url: `${files.address}/b/film-${lap}.mkv`, body: same },
      { label: 'http, large', url: `${files.address}/large-${lap}.iso`, body: large },
      { label: 'http, climbing', url: `${files.address}/..%2F..%2F..%2Fneighbour%2Fescape-${lap}.bin`, body: escape },
      { label: 'ftp', url: `ftp://me:quiet%20harbour@127.0.0.1:${ftp.port}/films/ftp-${lap}.mkv`, body: ftpBodies.plain },
      {
        label: 'thunder',
        url: `thunder://${Buffer.from(encodeText(inner, 'gb18030')).toString('base64')}`,
        body: ftpBodies.wrapped,
      },
      { label: 'ed2k', url: linkTo(shared), body: shared.read(0, shared.size) },
      { label: 'magnet', url: magnet.seed.magnet, body: magnet.body },
      { label: 'torrent', url: '', torrent: torrent.seed.torrent, body: torrent.body },
    ],
    async stop() {
      await Promise.all([files, ftp, peer, magnet.seed, torrent.seed, live].map((one) => one.stop()))
    },
  }
}

/** The ed2k server of all laps. */
export async function openEd2kServer() {
  const sources = new Map<string, KnownSource[]>()
  return { sources, ...(await openServer(sources)) }
}

async function seedOf(folder: string, name: string, body: Buffer) {
  const seeded = path.join(folder, 'seeded')
  await mkdir(path.join(seeded, name), { recursive: true })
  await writeFile(path.join(seeded, name, 'film.mkv'), body)
  const work = path.join(folder, `seed-${name}`)
  return { body, seed: await openSeed({ work, folder: seeded, name, files: ['film.mkv'], bytesPerSecond }) }
}

/** A stream without an end; its server begins anew for whoever connects next. */
async function openLiveStream(folder: string, name: string): Promise<{ url: string; stop(): Promise<void> }> {
  const file = path.join(folder, `${name}.flv`)
  const picture = ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=10:d=${streamSeconds}`]
  await promisify(execFile)(ffmpeg ?? '', ['-loglevel', 'error', '-y', ...picture, '-c:v', 'flv', '-g', '5', file])
  const url = `rtmp://127.0.0.1:${await freePort()}/live/${name}`
  const input = ['-readrate', String(streamSpeed), '-stream_loop', '-1', '-i', file]
  const args = ['-nostdin', '-loglevel', 'error', ...input, '-c', 'copy', '-f', 'flv', '-listen', '1', url]
  const stopping = new AbortController()
  const serve = async () => {
    while (!stopping.signal.aborted) {
      const child = await startProgram(ffmpeg ?? '', args)
      const kill = () => child.kill('SIGKILL')
      stopping.signal.addEventListener('abort', kill)
      if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('close', resolve))
      stopping.signal.removeEventListener('abort', kill)
      await after(50)
    }
  }
  const serving = serve()
  return {
    url,
    stop() {
      stopping.abort()
      return serving
    },
  }
}
