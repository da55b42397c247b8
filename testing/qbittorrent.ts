/** For tests: a real qBittorrent with a profile of its own, as an owner has one in the house. A test that needs one is skipped, with its reason, if none is installed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export const hasQbittorrent = spawnSync('qbittorrent-nox', ['--version']).status === 0
export const noQbittorrent = hasQbittorrent ? '' : ' (skipped: no qBittorrent starts here; apt install qbittorrent-nox)'

export type TestProgram = Awaited<ReturnType<typeof openQbittorrent>>
export const programUser = 'owner'
export const programPassword = 'Cellar door 7'

/** folder: of its profile. settings: further lines of its [BitTorrent]. */
export async function openQbittorrent({ folder, settings = [] }: { folder: string; settings?: string[] }) {
  const [webPort, peerPort] = [await freePort(), await freePort()]
  const config = join(folder, 'qBittorrent', 'config')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'qBittorrent.conf'), configOf(peerPort, settings))
  const address = `http://127.0.0.1:${webPort}`
  let child: ChildProcess | undefined

  const isOver = () => !child || child.exitCode !== null || child.signalCode !== null
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || isOver()) return
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  async function begin(): Promise<void> {
    child = spawn('qbittorrent-nox', [`--profile=${folder}`, `--webui-port=${webPort}`], { stdio: 'ignore' })
    await until(
      'qBittorrent answers, or ends',
      async () =>
        isOver() ||
        (await fetch(address).then(
          () => true,
          () => false,
        )),
    )
    if (isOver()) throw new Error('qBittorrent ended as it started')
  }
  await begin()
  const login = { kind: 'qbittorrent' as const, address, user: programUser, password: programPassword }
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

  return {
    login,
    address,
    /** As the owner, in the program itself. */
    ask,
    torrents: async (): Promise<
      { hash: string; name: string; state: string; save_path: string; tags: string; progress: number }[]
    > => (await ask('torrents/info')).json(),
    kill: () => end('SIGKILL'),
    begin,
    stop: () => end('SIGKILL'),
  }
}

function configOf(peerPort: number, settings: readonly string[]): string {
  const salt = randomBytes(16)
  const hash = pbkdf2Sync(programPassword, salt, 100_000, 64, 'sha512')
  return [
    '[LegalNotice]',
    'Accepted=true',
    '[BitTorrent]',
    `Session\\Port=${peerPort}`,
    // All peers have one address here.
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
    'WebUI\\LocalHostAuth=true',
    `WebUI\\Username=${programUser}`,
    `WebUI\\Password_PBKDF2="@ByteArray(${salt.toString('base64')}:${hash.toString('base64')})"`,
    'Connection\\UPnP=false',
    '',
  ].join('\n')
}
