/** Access to the screen server and its responses to strangers; over real HTTP and sockets. */
import { Code } from '@homeport/contract/kit/codes.ts'
import http from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Screen, Screens } from '@homeport/contract/playback/screen.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { clear, testFolder } from '../testing/downloads.ts'
import { letIn, openTestPage, openTestTv, type TestPage, type TestTv } from '../testing/tv.ts'
import { until } from '../../../testing/until.ts'

let folder: string
let box: TestTv

beforeEach(async () => {
  folder = testFolder()
  box = await openTestTv({ folder })
})
afterEach(async () => {
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

const screens = async () => Screens.parse((await box.act('screen_list', {})).data)
const digitsOf = async (page: Awaited<ReturnType<typeof openTestPage>>) =>
  (await page.word('face', ({ face }) => face === 'digits')).digits

/** Sends a request with headers that fetch does not allow. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<http.IncomingMessage> {
  const { port } = new URL(box.url)
  return new Promise((resolve, reject) => {
    http.request({ port, host: '127.0.0.1', path, method, headers }, resolve).on('error', reject).end()
  })
}

describe('a screen without an owner of the box', () => {
  it('on the network says to run npm run pair, and nothing of the code', async () => {
    box.bind([])
    const page = await openTestPage(box.url)
    expect(await page.word('face')).toMatchObject({ face: 'unbound', code: '', devsn: '', digits: '' })
    expect(JSON.stringify(page.words)).not.toContain('7KQM2XHD')
  })

  it('on the box itself shows the code with the key of npm start, once, and is in when somebody binds the box', async () => {
    box.bind([])
    const key = box.key()
    const page = await letIn(box)
    expect(page.find('face')).toMatchObject({ face: 'code', code: '7KQM2XHD', devsn: 'K7Q2M4XW5ZPA7F3A' })
    expect(box.printed).toEqual(['key'])
    expect(box.key()).not.toBe(key)
    const second = await openTestPage(box.url, { key })
    expect(await second.word('face')).toMatchObject({ face: 'unbound', code: '' })
    box.bind(['zh'])
    await page.word('face', ({ face }) => face === 'inside')
    await second.word('face', ({ face }) => face === 'digits')
  })
})

describe('a new screen of a box with an owner', () => {
  it('shows four digits, is let in by them, has a name, and stays in through a restart of the box', async () => {
    const page = await openTestPage(box.url)
    const digits = await digitsOf(page)
    expect((await screens()).waiting).toMatchObject([{ address: '127.0.0.1', until: expect.any(Number) }])
    const { code, data } = await box.act('screen_admit', { digits })
    expect(code).toBe(Code.ok)
    const { screen_id } = Screen.parse(data)
    await page.word('admitted')
    page.close()
    const inside = await openTestPage(box.url, { cookie: page.cookie })
    await inside.word('face', ({ face }) => face === 'inside')
    expect(await box.act('screen_rename', { screen_id, name: '客厅电视' })).toMatchObject({
      data: { name: '客厅电视', is_online: true },
    })
    expect(await screens()).toMatchObject({ data: [{ screen_id, name: '客厅电视', is_online: true }], waiting: [] })

    await box.stop()
    box = await openTestTv({ folder })
    const again = await openTestPage(box.url, { cookie: inside.cookie })
    await again.word('face', ({ face }) => face === 'inside')
    expect(await screens()).toMatchObject({ data: [{ screen_id, name: '客厅电视', is_online: true }] })
  })

  it('gets a first name of its own, so that two of one kind are told apart (S7)', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const page = await openTestPage(box.url)
      await box.act('screen_admit', { digits: await digitsOf(page) })
      page.close()
    }
    const names = (await screens()).data.map(({ name }) => name)
    expect(names).toEqual([names[0], `${names[0]} 2`])
  })

  it('says how long its digits hold, for a countdown on the phone', async () => {
    await digitsOf(await openTestPage(box.url))
    box.clock.aheadMs = 30_000
    const [waiting] = (await screens()).waiting
    expect(waiting?.left_ms).toBeGreaterThan(80_000)
    expect(waiting?.left_ms).toBeLessThanOrEqual(90_000)
  })

  it('is never named like another one, neither by its browser nor by the owner (S7)', async () => {
    const names = async () => (await screens()).data.map(({ name }) => name)
    const admit = async () => {
      const page = await openTestPage(box.url)
      return Screen.parse((await box.act('screen_admit', { digits: await digitsOf(page) })).data).screen_id
    }
    const first = await admit()
    const second = await admit()
    expect(new Set(await names()).size).toBe(2)
    await box.act('screen_rename', { screen_id: first, name: 'Sofa' })
    await box.act('screen_rename', { screen_id: second, name: 'Sofa' })
    expect(await names()).toEqual(['Sofa', 'Sofa 2'])
    await box.act('screen_rename', { screen_id: second, name: 'Sofa 2' })
    expect(await names()).toEqual(['Sofa', 'Sofa 2'])
  })

  it('is named as the app names a box that nobody has named, never by its host name (S2)', async () => {
    expect((await (await letIn(box)).word('face')).box).toBe('Homeport 7F3A')
  })

  it('bears the name that the household gave the box, and follows a new one (A9)', async () => {
    box.name('Living-room box')
    const page = await letIn(box)
    expect((await page.word('face')).box).toBe('Living-room box')
    box.name('客厅盒子')
    await page.word('face', ({ box: name }) => name === '客厅盒子')
  })

  it('is a session under a secret that nobody saw before it was let in', async () => {
    const page = await openTestPage(box.url)
    await box.act('screen_admit', { digits: await digitsOf(page) })
    const inside = await openTestPage(box.url, { cookie: page.cookie })
    await inside.word('face', ({ face }) => face === 'inside')
    expect(inside.cookie).not.toBe(page.cookie)
    const old = await openTestPage(box.url, { cookie: page.cookie })
    await old.word('face', ({ face }) => face === 'digits')
  })

  it('waits with two other addresses at most; five wrong tries give all of them new digits', async () => {
    const pages = await Promise.all([1, 2, 3].map((last) => openTestPage(box.url, { from: `127.0.0.${last}` })))
    const before = await Promise.all(pages.map(digitsOf))
    expect(new Set(before).size).toBe(3)
    const fourth = await openTestPage(box.url)
    await fourth.word('face', ({ face }) => face === 'queue')
    const wrong = ['0000', '1111', '2222', '3333', '4444', '5555'].filter((digits) => !before.includes(digits)).slice(0, 5)
    const codes = []
    for (const digits of wrong) codes.push((await box.act('screen_admit', { digits })).code)
    expect(codes).toEqual([
      Code.wrongCredentials,
      Code.wrongCredentials,
      Code.wrongCredentials,
      Code.wrongCredentials,
      Code.tooMany,
    ])
    for (const [at, page] of pages.entries()) await page.word('face', ({ digits }) => digits !== '' && digits !== before[at])
    expect(await box.act('screen_admit', { digits: before[0] })).toMatchObject({ code: Code.wrongCredentials })
    pages[0]?.close()
    await digitsOf(fourth)
  })

  it('shows its digits for two minutes, then leaves its place to who waits longer', async () => {
    const pages = await Promise.all([1, 2, 3].map((last) => openTestPage(box.url, { from: `127.0.0.${last}` })))
    const before = await Promise.all(pages.map(digitsOf))
    const fourth = await openTestPage(box.url)
    await fourth.word('face', ({ face }) => face === 'queue')
    box.clock.aheadMs = 2 * 60_000 + 1_000
    expect(await box.act('screen_admit', { digits: before[0] })).toMatchObject({ code: Code.wrongCredentials })
    box.tick()
    await digitsOf(fourth)
  })

  it('one page of an address shows digits; a fourth address takes the place of the oldest', async () => {
    const first = await openTestPage(box.url)
    await digitsOf(first)
    const second = await openTestPage(box.url)
    await second.word('face', ({ face }) => face === 'queue')
    for (const last of [2, 3, 4]) await digitsOf(await openTestPage(box.url, { from: `127.0.0.${last}` }))
    await first.word('face', ({ face }) => face === 'queue')
  })

  it('pages of one address that crowd the box shut out neither an admitted TV nor a new one', async () => {
    const tv = await letIn(box)
    tv.close()
    const crowd = await Promise.all(Array.from({ length: 30 }, () => openTestPage(box.url, { from: '127.0.0.9' })))
    const isRejected = (page: TestPage) => page.closedWith() === Code.wrongCredentials
    await until('all but four are rejected', () => crowd.filter(isRejected).length === 26)
    const again = await openTestPage(box.url, { cookie: tv.cookie, from: '127.0.0.9' })
    await again.word('face', ({ face }) => face === 'inside')
    await digitsOf(await openTestPage(box.url, { from: '127.0.0.8' }))
  })

  it('beyond 24 pages that wait the oldest gives way, and an admitted TV comes back', async () => {
    const tv = await letIn(box)
    tv.close()
    const crowd: TestPage[] = []
    for (let at = 0; at < 24; at += 1) crowd.push(await openTestPage(box.url, { from: `127.0.1.${1 + Math.floor(at / 4)}` }))
    const newest = await openTestPage(box.url, { from: '127.0.2.1' })
    await digitsOf(newest)
    await until('the oldest is gone', () => crowd[0]?.closedWith() === Code.wrongCredentials)
    const again = await openTestPage(box.url, { cookie: tv.cookie })
    await again.word('face', ({ face }) => face === 'inside')
  })

  it('ends at once when the owner forgets it, and all of them with the last owner', async () => {
    const page = await letIn(box)
    const [one] = (await screens()).data
    await box.act('screen_forget', { screen_id: one?.screen_id })
    await page.word('forgotten')
    expect((await fetch(`${box.url}/poster/x`, { headers: { cookie: page.cookie } })).status).toBe(401)
    expect((await screens()).data).toEqual([])
    expect(await box.act('screen_forget', { screen_id: 'none' })).toMatchObject({ code: Code.notFound })

    const other = await openTestPage(box.url)
    await box.act('screen_admit', { digits: await digitsOf(other) })
    const inside = await openTestPage(box.url, { cookie: other.cookie })
    await inside.word('face', ({ face }) => face === 'inside')
    box.bind([])
    await inside.word('forgotten')
  })

  it('tells the open apps when a screen waits, comes and goes', async () => {
    const page = await openTestPage(box.url)
    await digitsOf(page)
    const lists = () =>
      box.pushed.filter(({ frame }) => frame.act === 'screen_list').map(({ frame }) => Screens.parse(frame.data))
    await until('an app hears of it', () => lists().at(-1)?.waiting.length === 1)
    page.close()
    await until('and that it went', () => lists().at(-1)?.waiting.length === 0)
  })
})

describe('the screen server', () => {
  const policy = /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/

  it('P29: refuses foreign hosts, foreign pages and names that a foreign DNS could lead here', async () => {
    for (const host of ['evil.example', 'evil.example:8701', 'localhost.evil.example', '127.0.0.1.nip.io']) {
      expect([host, (await ask('/', { host })).statusCode]).toEqual([host, 403])
    }
    const { port } = new URL(box.url)
    for (const host of [`localhost:${port}`, `[::1]:${port}`, `homeport.local:${port}`, `192.168.1.5:${port}`])
      expect([host, (await ask('/', { host })).statusCode]).toEqual([host, 200])
    expect((await ask('/', { origin: 'http://evil.example' })).statusCode).toBe(403)
    expect((await ask('/', { origin: box.url })).statusCode).toBe(200)
    const knock = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${box.url.replace('http', 'ws')}/ws`, { headers })
        socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode))
        socket.on('open', () => (socket.close(), resolve('open')))
        socket.on('error', () => {})
      })
    expect(await knock({ origin: box.url })).toBe('open')
    expect(await knock({ origin: 'http://evil.example' })).toBe(403)
    expect(await knock({ origin: `http://localhost:${port}` })).toBe(403)
    expect(await knock({ origin: box.url.replace('http', 'https') })).toBe(403)
    expect(await knock({})).toBe(403)
    expect(await knock({ origin: 'http://evil.example', host: 'evil.example' })).toBe(403)
  })

  it('P29: wants a session even on this very machine: no film, no picture, no list without one', async () => {
    for (const path of ['/media/abc', '/poster/abc']) expect((await ask(path)).statusCode).toBe(401)
    const page = await openTestPage(box.url)
    page.send({ kind: 'films', id: '1', offset: 0, limit: 7 })
    page.send({ kind: 'play', movie_id: 'm1', point: 0 })
    await digitsOf(page)
    expect(page.find('films')).toBeUndefined()
    const cookieless = new WebSocket(`${box.url.replace('http', 'ws')}/ws`, { headers: { origin: box.url } })
    await new Promise((resolve) => cookieless.once('open', resolve))
    cookieless.send(JSON.stringify({ kind: 'hello', key: box.key(), can: [], playing: null }))
    expect(await new Promise((resolve) => cookieless.once('close', resolve))).toBe(Code.wrongCredentials)
  })

  it('P31: bears the strict headers on every answer, errors included', async () => {
    writeFileSync(join(folder, 'web', 'secret.txt'), 'x')
    for (const [path, status, method] of [
      ['/', 200],
      ['/screen.html', 200],
      ['/assets/screen-1a.js', 200],
      ['/index.html', 404],
      ['/secret.txt', 404],
      ['/assets/../secret.txt', 404],
      ['/assets/%2e%2e/secret.txt', 404],
      ['/media/x', 401],
      ['/', 405, 'POST'],
    ] as const) {
      const { statusCode, headers } = await ask(path, {}, method)
      expect([path, statusCode]).toEqual([path, status])
      expect(headers['content-security-policy']).toMatch(policy)
      expect(headers['content-security-policy']).not.toMatch(/unsafe/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
    }
    const foreign = await ask('/', { host: 'evil.example' })
    expect(foreign.headers['content-security-policy']).toMatch(policy)
  })

  it('P12: keeps its session in a cookie that no script reads, and only its hash in the database', async () => {
    const { headers } = await ask('/')
    expect(headers['set-cookie']?.[0]).toMatch(/^homeport_screen=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const page = await letIn(box)
    const { DatabaseSync } = await import('node:sqlite')
    const rows = JSON.stringify(new DatabaseSync(join(folder, 'station', 'station.db')).prepare('select * from screen').all())
    expect(rows).toContain('session_hash')
    expect(rows).not.toContain(page.cookie.split('=')[1])
  })

  it('closes a page that says what is no word of the contract', async () => {
    const page = await openTestPage(box.url)
    await digitsOf(page)
    const socket = new WebSocket(`${box.url.replace('http', 'ws')}/ws`, { headers: { origin: box.url, cookie: page.cookie } })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send('{"kind":"format"}')
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1007)
    const other = new WebSocket(`${box.url.replace('http', 'ws')}/ws`, { headers: { origin: box.url, cookie: page.cookie } })
    await new Promise((resolve) => other.once('open', resolve))
    other.send('x'.repeat(20_000))
    expect(await new Promise((resolve) => other.once('close', resolve))).toBe(1009)
  })

  it('lets the box run on where its port is taken, and says so in one sentence', async () => {
    const { port } = new URL(box.url)
    const { openScreenServer } = await import('../screen/server/server.ts')
    const parts = {
      socketPath: '',
      webFolder: folder,
      screenOf: async () => undefined,
      renewed: async () => false,
      posterPath: async () => undefined,
    }
    await expect(
      openScreenServer({
        ...parts,
        port: Number(port),
        media: async () => {},
        castFrom: () => undefined,
        readerOf: () => undefined,
        download: async () => {},
        opened: () => {},
        onFault: () => {},
      }),
    ).rejects.toThrow(/EADDRINUSE/)
  })
})
