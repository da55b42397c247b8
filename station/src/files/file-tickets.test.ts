/** A zip whose reader leaves, or whose files change, ends neither the box nor its files (P49). */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFileTickets } from './file-tickets.ts'

let folder: string
let server: http.Server
let port = 0
let tickets: ReturnType<typeof createFileTickets>
let isMember: boolean
const rejected: unknown[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-zip-'))
  mkdirSync(join(folder, 'Show'))
  for (let count = 0; count < 40; count += 1) writeFileSync(join(folder, 'Show', `part ${count}.mkv`), 'part')
  writeFileSync(join(folder, 'Show', 'large.mkv'), Buffer.alloc(8_000_000))
  tickets = createFileTickets({ now: () => 0 })
  isMember = true
  const entry = {
    abs: Buffer.from(join(folder, 'Show')),
    names: ['Show'],
    folder: { path: folder },
    stats: lstatSync(join(folder, 'Show')),
  }
  const key = tickets.issue([entry], 'Show.zip', () => isMember).slice('/file/'.length)
  rejected.length = 0
  server = http.createServer((request, response) => {
    tickets.answer(request, response, key).catch((error: unknown) => rejected.push(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const filesOpen = () => readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).includes(folder)).length

/** The path of an open file of this process. */
function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

/** Leaves once so many bytes have come; with -1 as soon as it is connected. */
function leaveAfter(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    const request = http.get({ port, agent: false })
    request.on('error', () => undefined).on('close', resolve)
    if (bytes < 0) request.on('socket', (socket) => socket.on('connect', () => request.destroy()))
    request.on('response', (response) => {
      let come = 0
      response.on('error', () => undefined)
      response.on('data', (chunk: Buffer) => (come += chunk.length) >= bytes && request.destroy())
    })
  })
}

it('P49: a zip whose reader leaves at any moment ends with it', async () => {
  for (let turn = -1; turn < 20; turn += 1) await leaveAfter(turn * 400_000)
  await expect.poll(filesOpen).toBe(0)
  expect(rejected).toEqual([])
})

it('P49: a zip whose file is gone or grows while it is read ends as a broken answer', async () => {
  const read = fetch(`http://127.0.0.1:${port}`).then((response) => response.arrayBuffer())
  rmSync(join(folder, 'Show', 'large.mkv'))
  await read.catch(() => undefined)
  await expect.poll(filesOpen).toBe(0)
  const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
  expect(rejected.filter((error) => !isGone(error))).toEqual([])
})

it.each(['of one file', 'of a folder'])(
  'P20: a download %s ends where its person leaves the household in the middle',
  async (kind) => {
    const name = kind === 'of one file' ? join('Show', 'large.mkv') : 'Show'
    const abs = join(folder, name)
    const entry = { abs: Buffer.from(abs), names: [name], folder: { path: folder }, stats: lstatSync(abs) }
    writeFileSync(join(folder, 'Show', 'large.mkv'), Buffer.alloc(60_000_000))
    entry.stats = lstatSync(abs)
    const address = tickets.issue([entry], 'Show', () => isMember)
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      tickets.answer(request, response, address.slice('/file/'.length)).catch((error: unknown) => rejected.push(error))
    })
    const read = new Promise<number>((resolve, reject) => {
      let come = 0
      http.get({ port, agent: false }, (response) => {
        response.on('error', () => resolve(come)).on('end', () => reject(new Error('it came whole')))
        response.on('data', (chunk: Buffer) => {
          if (come === 0) {
            isMember = false
            tickets.endOthers()
          }
          come += chunk.length
        })
      })
    })
    expect(await read).toBeLessThan(60_000_000)
    await expect.poll(filesOpen).toBe(0)
    const isCut = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    expect(rejected.filter((error) => !isCut(error))).toEqual([])
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(404)
  },
)
