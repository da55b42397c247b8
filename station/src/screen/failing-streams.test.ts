/** P49: a film, a download or a picture whose source fails at any moment is a broken answer, never a whole one, and is told; the page and what comes next are served. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRawConnection } from '../../../testing/raw-connection.ts'
import { until } from '../../../testing/until.ts'
import { sendFile, sendRange } from '../kit/send-file.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { cookieOf, newSecret } from './server/cookie.ts'
import { openScreenServer, type ScreenServer } from './server/server.ts'

const fault = new Error('a disk that fails')
const size = 1_000_000

type Send = (...given: Parameters<typeof sendFile>) => Promise<void>
let folder: string
let server: ScreenServer
let address: string
let send: Send
let faults: unknown[]

beforeEach(async () => {
  folder = testFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'screen.html'), '<!doctype html>')
  faults = []
  server = await openScreenServer({
    port: 0,
    webFolder: folder,
    screenOf: async () => 'screen',
    renewed: async () => false,
    socketPath: '',
    posterPath: async () => join(folder, 'poster'),
    media: (request, response) => send(request, response, { path: '', kind: 'video/mp4' }),
    castFrom: () => 'screen',
    readerOf: () => undefined,
    download: (request, response) => send(request, response, { path: '', kind: 'application/octet-stream' }),
    opened: (socket) => socket.close(),
    onFault: (one) => faults.push(one),
  })
  address = `http://127.0.0.1:${server.port}`
})
afterEach(async () => {
  await server.stop()
  clear(folder)
})

/** Answers so many bytes, and fails then. */
const failingAfter =
  (bytes: number): Send =>
  (request, response, { kind }) =>
    sendRange(request, response, { size, kind, read: () => Readable.from(pieces(bytes)) })

async function* pieces(bytes: number) {
  for (let at = 0; at < bytes; at += 1_000) yield Buffer.alloc(1_000)
  throw fault
}

/** A folder is opened as a file is, and fails when it is read: after the head was sent. */
const failingFile: Send = (request, response, { kind }) => sendFile(request, response, { path: folder, kind })

const failures: [string, Send, unknown][] = [
  ['before its first byte', failingAfter(0), fault],
  ['in the middle', failingAfter(size / 2), fault],
  ['at its end', failingAfter(size), fault],
  ['of the disk', failingFile, expect.objectContaining({ code: 'EISDIR' })],
  [
    'by a throw at once',
    () => {
      throw fault
    },
    fault,
  ],
]

test.each(failures)(
  'P49: a film and a download that fail %s break off, are told, and others are served',
  async (_, way, error) => {
    send = way
    for (const path of ['media/a', 'file/a']) {
      faults.length = 0
      const connection = openRawConnection(address)
      connection.write(`GET /${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`)
      await until('it is told', () => faults.length > 0)
      const isPlain = () => connection.received().startsWith('HTTP/1.1 500')
      await until('it is broken off, or a plain fault', () => !connection.isOpen() || isPlain())
      expect(faults).toEqual([error])
      connection.end()
      expect((await fetch(address)).status).toBe(200)
    }
  },
)

test('P49: a poster and a part of the page that cannot be read are no picture, and others are served', async () => {
  mkdirSync(join(folder, 'poster'))
  mkdirSync(join(folder, 'assets', 'page.js'))
  const headers = { Cookie: cookieOf(newSecret(), 'http') }
  for (const path of ['poster/a', 'assets/page.js']) expect((await fetch(`${address}/${path}`, { headers })).status).toBe(404)
  expect((await fetch(address)).status).toBe(200)
})
