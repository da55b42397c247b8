/** For tests of the connection: a complete cloud with a bound test box, and apps on its socket. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { describe } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { bindDevice } from '@homeport/contract/device.ts'
import { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { toBuffer } from '../connection/broker/box-connection.ts'
import { TestBox } from './box.ts'
import { startTestCloud } from './cloud.ts'
import { freshDatabase, postgresUrl } from './template.ts'

export type TestCloud = Awaited<ReturnType<typeof startTestCloud>>

/** Binds a box to a user by the code that it shows; returns the devid. */
export async function bind(
  cloud: TestCloud,
  box: TestBox,
  { token, lang = 'en' }: { token: string; lang?: Lang },
): Promise<string> {
  const { code, data } = await cloud.ask(bindDevice, { devsn: box.devsn, code: box.code }, { token, lang })
  if (code !== Code.ok) throw new Error(`the box could not be bound: ${code}`)
  return data.devid
}

/** One app's socket. */
export class TestApp {
  readonly frames: FrameIn[] = []
  readonly ws: WebSocket
  closedBy: number | undefined
  fd = ''

  constructor(url: string, { lang = 'en', ...options }: { lang?: Lang } & ClientOptions = {}) {
    this.ws = new WebSocket(`${url.replace(/^http/, 'ws')}/${lang}/ws`, options)
    this.ws.on('message', (text) => this.frames.push(FrameIn.parse(JSON.parse(toBuffer(text).toString()))))
    this.ws.on('close', (code) => (this.closedBy = code))
    this.ws.on('error', () => undefined)
    this.ws.setMaxListeners(200)
  }

  async open(): Promise<this> {
    if (this.ws.readyState === this.ws.OPEN) return this
    await new Promise<void>((resolve, reject) => {
      this.ws.once('open', () => resolve())
      this.ws.once('error', reject)
    })
    return this
  }

  async login(token: string, devsn = ''): Promise<this> {
    await this.open()
    const { data } = await this.ask('login', { token }, { devsn, id: 'login' })
    this.fd = typeof data === 'object' && data !== null && 'fd' in data ? String(data.fd) : ''
    return this
  }

  send(act: string, data: unknown, { devsn = '', id }: { devsn?: string; id?: string } = {}): void {
    this.ws.send(JSON.stringify({ act, time: 0, id, data: { app: 'web', devsn, appuid: '', data } }))
  }

  /** The frame that echoes the id. */
  async ask(
    act: string,
    data: unknown,
    { devsn = '', id = Math.random().toString(36) }: { devsn?: string; id?: string } = {},
  ): Promise<FrameIn> {
    this.send(act, data, { devsn, id })
    return this.frame((frame) => frame.id === id)
  }

  /** The first matching frame, received already or later. */
  frame(fits: (frame: FrameIn) => boolean): Promise<FrameIn> {
    const match = this.frames.find(fits)
    if (match) return Promise.resolve(match)
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('the socket closed'))
      const check = () => {
        const frame = this.frames.find(fits)
        if (!frame) return
        this.ws.off('message', check).off('close', lost)
        resolve(frame)
      }
      this.ws.on('message', check).once('close', lost)
    })
  }

  close(): void {
    this.ws.terminate()
  }
}

type Start = (settings?: Parameters<typeof startTestCloud>[0], deps?: Parameters<typeof startTestCloud>[1]) => Promise<TestCloud>

/** The same tests on a cloud over SQLite and on one over a fresh PostgreSQL database (TEST_DATABASE_URL). */
export function eachCloud(title: string, tests: (start: Start) => void): void {
  describe(`${title} (SQLite)`, () => tests(startTestCloud))
  describe.skipIf(!postgresUrl)(`${title} (PostgreSQL${postgresUrl ? '' : ', skipped: no TEST_DATABASE_URL'})`, () => {
    const database = freshDatabase()
    tests(async (settings, deps) => startTestCloud({ databaseUrl: await database(), ...settings }, deps))
  })
}
