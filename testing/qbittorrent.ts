/** For tests: a real qBittorrent with a profile of its own. A test that needs one is skipped, with its reason, if none is installed. */
import { spawnSync } from 'node:child_process'
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import {
  createProgramProcess,
  giveTo,
  loginOf,
  programPassword,
  programUser,
  type TestProgram,
  type TestTorrent,
} from './torrent-program.ts'

const command = process.env['QBITTORRENT'] ?? 'qbittorrent-nox'
export const hasQbittorrent = spawnSync(command, ['--version']).status === 0
export const noQbittorrent = hasQbittorrent ? '' : ' (skipped: no qBittorrent starts here; apt install qbittorrent-nox)'

type Settings = {
  /** Of its profile. */
  folder: string
  /** Further lines of its [BitTorrent]. */
  settings?: readonly string[]
  /** It runs as this user. */
  uid?: number
}

/** One that asks nobody on this machine for a password. */
export async function startQbittorrent({ folder, settings = [] }: Settings) {
  const web = ['WebUI\\LocalHostAuth=false', 'WebUI\\CSRFProtection=false', 'WebUI\\HostHeaderValidation=false']
  const { address, kill } = await start(folder, configOf(await freePort(), { settings, web }))
  return { address, stop: kill }
}

/** As an owner has one. */
export async function openQbittorrent({ folder, settings = [], uid }: Settings): Promise<TestProgram> {
  const { address, ...process } = await start(folder, configOf(await freePort(), { settings, web: passwordLines() }), uid)
  let cookie = ''

  async function ask(name: string, body?: BodyInit): Promise<Response> {
    const how: RequestInit = { headers: { cookie }, ...(body === undefined ? {} : { method: 'POST', body }) }
    const response = await fetch(`${address}/api/v2/${name}`, how)
    if (response.status !== 403) return response
    const signedIn = await fetch(`${address}/api/v2/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: programUser, password: programPassword }),
    })
    cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    return fetch(`${address}/api/v2/${name}`, { ...how, headers: { cookie } })
  }
  async function tell(name: string, hashes: string, fields: Record<string, string> = {}): Promise<void> {
    const { status } = await ask(`torrents/${name}`, new URLSearchParams({ hashes, ...fields }))
    if (status >= 300) throw new Error(`qBittorrent refuses ${name}: ${status}`)
  }
  /** The words of version 5 came with 2.11 of the Web API. */
  const hasNewWords = async () => {
    const [major = 0, minor = 0] = (await (await ask('app/webapiVersion')).text()).split('.').map(Number)
    return major > 2 || minor >= 11
  }

  return {
    name: 'qBittorrent',
    address,
    ...loginOf('qbittorrent', address),
    async torrents() {
      const all: { hash: string; state: string; save_path: string; tags: string; progress: number }[] = await (
        await ask('torrents/info')
      ).json()
      return all.map(({ hash, state, save_path, tags, progress }) => ({
        hash,
        state: stateOf(state),
        folder: save_path,
        tags: tags.split(', ').filter(Boolean),
        progress,
      }))
    },
    async give({ bytes, folder, isPaused = false, tag = '' }) {
      const form = new FormData()
      form.set('torrents', new Blob([new Uint8Array(bytes)]), 'a.torrent')
      const fields = {
        contentLayout: 'Original',
        savepath: folder,
        tags: tag,
        paused: String(isPaused),
        stopped: String(isPaused),
      }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const answer = await (await ask('torrents/add', form)).text()
      if (answer !== 'Ok.') throw new Error(`qBittorrent takes no torrent: ${answer}`)
    },
    pause: async (hash) => tell((await hasNewWords()) ? 'stop' : 'pause', hash),
    resume: async (hash) => tell((await hasNewWords()) ? 'start' : 'resume', hash),
    remove: (hash) => tell('delete', hash, { deleteFiles: 'false' }),
    recheck: (hash) => tell('recheck', hash),
    move: (hash, location) => tell('setLocation', hash, { location }),
    renameFolder: async (hash, oldPath, newPath) =>
      void (await ask('torrents/renameFolder', new URLSearchParams({ hash, oldPath, newPath }))),
    renameFile: async (hash, oldPath, newPath) =>
      void (await ask('torrents/renameFile', new URLSearchParams({ hash, oldPath, newPath }))),
    async tag(hash, tag) {
      await tell('removeTags', hash)
      await tell('addTags', hash, { tags: tag })
    },
    ...process,
    stop: process.kill,
  }
}

function stateOf(state: string): TestTorrent['state'] {
  if (/^(paused|stopped)/.test(state)) return 'paused'
  if (/^checking|^moving/.test(state)) return 'checked'
  if (state === 'error' || state === 'missingFiles') return 'error'
  return /UP$|uploading/.test(state) ? 'shared' : 'loading'
}

async function start(folder: string, lines: readonly string[], uid?: number) {
  const config = join(folder, 'qBittorrent', 'config')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'qBittorrent.conf'), [...lines, ''].join('\n'))
  if (uid !== undefined) giveTo(folder, uid)
  const webPort = await freePort()
  const address = `http://127.0.0.1:${webPort}`
  const program = createProgramProcess(command, [`--profile=${folder}`, `--webui-port=${webPort}`], { address, uid })
  await program.begin()
  return { address, ...program }
}

function passwordLines(): string[] {
  const salt = randomBytes(16)
  const hash = pbkdf2Sync(programPassword, salt, 100_000, 64, 'sha512')
  return [
    'WebUI\\LocalHostAuth=true',
    `WebUI\\Username=${programUser}`,
    `WebUI\\Password_PBKDF2="@ByteArray(${salt.toString('base64')}:${hash.toString('base64')})"`,
  ]
}

function configOf(peerPort: number, { settings, web }: { settings: readonly string[]; web: readonly string[] }): string[] {
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
    ...settings,
    '[Preferences]',
    'WebUI\\Address=127.0.0.1',
    ...web,
    'Connection\\UPnP=false',
  ]
}
