/** The cloud and the station of a checkout as processes on a folder of their own, and the calls and acts of a person who uses them. */
import { until } from '../../testing/until.ts'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../testing/free-port.ts'

export type Lang = 'zh' | 'en'
type Asker = { lang?: Lang; token?: string }
export type Checkout = Awaited<ReturnType<typeof startCheckout>>

export async function startCheckout(checkout: string, { folder, databaseUrl }: { folder: string; databaseUrl: string }) {
  const [port, screenPort] = [await freePort(), await freePort()]
  const films = path.join(folder, 'films')
  mkdirSync(films)
  const env = {
    PATH: process.env.PATH,
    HOMEPORT_DATA: folder,
    HOMEPORT_PORT: String(port),
    HOMEPORT_SCREEN_PORT: String(screenPort),
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_LIBRARY: films,
    HOMEPORT_PRIVATE_SOURCES: '1',
    HOMEPORT_DEMO: '1',
    HOMEPORT_LOG: 'error',
    DATABASE_URL: databaseUrl,
    NODE_NO_WARNINGS: '1',
  }
  const run = (program: string) =>
    spawn(process.execPath, [path.join(checkout, program, 'src/app/main.ts')], { cwd: checkout, env, stdio: 'inherit' })
  const cloud = run('cloud')
  await until('the cloud serves', async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok)
  const station = run('station')

  /** A call of the wire, whose data the caller knows; throws on any code but 200. */
  async function ask<T = unknown>(call: string, input: object = {}, { lang = 'en', token = '' }: Asker = {}): Promise<T> {
    const body =
      input instanceof FormData ? input : new URLSearchParams(Object.entries(input).map(([key, value]) => [key, text(value)]))
    const headers = { Source: 'app', ...(token && { Token: token }) }
    const response = await fetch(`http://127.0.0.1:${port}/${lang}/${call}`, { method: 'POST', headers, body })
    const { code, msg, data }: { code: number; msg: string; data: T } = await response.json()
    if (code !== 200) throw new Error(`${call} ${JSON.stringify(input)}: ${code} ${msg}`)
    return data
  }

  return {
    films,
    screenUrl: `http://127.0.0.1:${screenPort}`,
    ask,
    /** An act of the box; its answer's data. */
    async act<T = unknown>(devsn: string, { act, data, token }: { act: string; data: object; token: string }): Promise<T> {
      const payload = JSON.stringify({ request: act, data, fd: '' })
      const frame = await ask<{ code: number; data: T }>('device/emqx/publish', { client_id: devsn, payload }, { token })
      if (frame.code !== 200) throw new Error(`${act}: ${JSON.stringify(frame)}`)
      return frame.data
    },
    /** A command of the operator, as `npm run NAME` has it. */
    operate: (name: string, words: string[]): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(checkout, `scripts/${name}.mjs`), ...words], {
        cwd: checkout,
        env,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`${name} ${words.join(' ')}: ${stderr}`)
      return stdout
    },
    async stop(): Promise<void> {
      for (const child of [station, cloud]) await ended(child)
    },
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
