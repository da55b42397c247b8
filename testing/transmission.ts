/** For tests: a real Transmission with a configuration of its own. A test that needs one is skipped, with its reason, if none is installed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { freePort } from './free-port.ts'
import { lanAddress } from './lan-address.ts'
import {
  createProgramProcess,
  giveTo,
  loginOf,
  programPassword,
  programUser,
  type TestProgram,
  type TestTorrent,
} from './torrent-program.ts'

/** Transmission asks no peer at 127.0.0.1, so that a swarm of this machine needs another address. */
const command = process.env['TRANSMISSION'] ?? 'transmission-daemon'
const isInstalled = spawnSync(command, ['--version']).status === 0
export const hasTransmission = isInstalled && lanAddress !== undefined
export const noTransmission = hasTransmission
  ? ''
  : isInstalled
    ? ' (skipped: this machine has no address on a network)'
    : ' (skipped: no Transmission starts here; apt install transmission-daemon)'

type Answer = { result: string; arguments: { torrents?: Told[] } }
type Told = {
  hashString: string
  status: number
  error: number
  leftUntilDone: number
  sizeWhenDone: number
  downloadDir: string
  labels: string[]
}
const fields = ['hashString', 'status', 'error', 'leftUntilDone', 'sizeWhenDone', 'downloadDir', 'labels']

/** folder: of its configuration. settings: further ones. uid: it runs as this user. */
export async function openTransmission({
  folder,
  settings = {},
  uid,
}: {
  folder: string
  settings?: Record<string, unknown>
  uid?: number
}): Promise<TestProgram> {
  mkdirSync(folder, { recursive: true })
  const [rpcPort, peerPort] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${rpcPort}`
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ ...usual, 'rpc-port': rpcPort, 'peer-port': peerPort, ...settings }),
  )
  if (uid !== undefined) giveTo(folder, uid)
  const program = createProgramProcess(command, ['--foreground', '--config-dir', folder], { address, uid })
  await program.begin()
  let session = ''

  async function ask(method: string, args: object): Promise<Answer> {
    const response = await fetch(`${address}/transmission/rpc`, {
      method: 'POST',
      headers: {
        'x-transmission-session-id': session,
        authorization: `Basic ${Buffer.from(`${programUser}:${programPassword}`).toString('base64')}`,
      },
      body: JSON.stringify({ method, arguments: args }),
    })
    session = response.headers.get('x-transmission-session-id') ?? session
    if (response.status === 409) return ask(method, args)
    const answer: Answer = await response.json()
    if (answer.result !== 'success') throw new Error(`Transmission refuses ${method}: ${answer.result}`)
    return answer
  }
  const tell = async (method: string, hash: string, args: object = {}) => void (await ask(method, { ids: [hash], ...args }))

  async function torrents(): Promise<TestTorrent[]> {
    const { torrents: told = [] } = (await ask('torrent-get', { fields })).arguments
    return told.map(({ hashString, downloadDir, labels, leftUntilDone, sizeWhenDone, ...state }) => ({
      hash: hashString,
      state: stateOf(state),
      folder: downloadDir,
      tags: labels,
      progress: sizeWhenDone > 0 ? 1 - leftUntilDone / sizeWhenDone : 0,
    }))
  }

  return {
    name: 'Transmission',
    address,
    ...loginOf('transmission', address),
    torrents,
    async give({ bytes, folder, isPaused = false, tag = '' }) {
      const before = new Set((await torrents()).map(({ hash }) => hash))
      await ask('torrent-add', { metainfo: bytes.toString('base64'), 'download-dir': folder, paused: isPaused })
      const given = (await torrents()).find(({ hash }) => !before.has(hash))
      if (given && tag !== '') await tell('torrent-set', given.hash, { labels: [tag] })
    },
    pause: (hash) => tell('torrent-stop', hash),
    resume: (hash) => tell('torrent-start', hash),
    remove: (hash) => tell('torrent-remove', hash, { 'delete-local-data': false }),
    recheck: (hash) => tell('torrent-verify', hash),
    move: (hash, location) => tell('torrent-set-location', hash, { location, move: true }),
    renameFolder: (hash, path, name) => tell('torrent-rename-path', hash, { path, name }),
    renameFile: (hash, path, target) => tell('torrent-rename-path', hash, { path, name: posix.basename(target) }),
    tag: (hash, tag) => tell('torrent-set', hash, { labels: [tag] }),
    ...program,
    stop: program.kill,
  }
}

function stateOf({ status, error }: Pick<Told, 'status' | 'error'>): TestTorrent['state'] {
  if (error === 3) return 'error'
  if (status === 0) return 'paused'
  if (status <= 2) return 'checked'
  return status >= 5 ? 'shared' : 'loading'
}

const usual = {
  'rpc-bind-address': '127.0.0.1',
  'rpc-authentication-required': true,
  'rpc-username': programUser,
  'rpc-password': programPassword,
  'dht-enabled': false,
  'lpd-enabled': false,
  'pex-enabled': false,
  'utp-enabled': false,
  'port-forwarding-enabled': false,
}
