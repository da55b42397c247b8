/** For tests: Debian's Kodi on a display that nobody sees, with a home of its own and its web server on. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { until } from './until.ts'

const programs = ['kodi', 'xvfb-run'].map((name) => ({
  name,
  path: (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)),
}))
/** undefined: both programs are there. */
export const noKodi = programs.some(({ path }) => path === undefined)
  ? `no ${programs.flatMap(({ name, path }) => (path === undefined ? name : [])).join(' or ')}`
  : undefined

export const kodiLogin = { username: 'kodi', password: 'secret-word' }

async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

export async function startKodi() {
  const home = mkdtempSync(join(tmpdir(), 'homeport-kodi-'))
  const userdata = join(home, '.kodi', 'userdata')
  mkdirSync(userdata, { recursive: true })
  const port = await freePort()
  const settings = {
    'services.webserver': 'true',
    'services.webserverport': String(port),
    'services.webserverauthentication': 'true',
    'services.webserverusername': kodiLogin.username,
    'services.webserverpassword': kodiLogin.password,
    'services.webserverssl': 'false',
    'services.zeroconf': 'false',
    'services.esenabled': 'false',
    'addons.updatemode': '2',
  }
  const rows = Object.entries(settings).map(([id, value]) => `<setting id="${id}">${value}</setting>`)
  writeFileSync(join(userdata, 'guisettings.xml'), `<settings version="2">${rows.join('')}</settings>`)
  // Sound that nobody hears.
  writeFileSync(join(home, '.asoundrc'), 'pcm.!default { type null }\nctl.!default { type null }\n')
  const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 640x360x24', 'kodi', '--standalone', '--audio-backend=alsa'], {
    env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: 'ignore',
    // Its display ends with it.
    detached: true,
  })
  const authorization = `Basic ${Buffer.from(`${kodiLogin.username}:${kodiLogin.password}`).toString('base64')}`
  const call = async (method: string, params: object = {}): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${port}/jsonrpc`, { method: 'POST', headers, body })
    return response.text()
  }
  await until('Kodi answers', async () => (await call('JSONRPC.Ping')).includes('pong'))
  return {
    port,
    /** The text of its answer. */
    call,
    stop(): void {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
