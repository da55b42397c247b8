/** P43: whatever the cloud sends, the box keeps no more of it than it may. */
import http from 'node:http'
import { Code } from '@homeport/contract/kit/codes.ts'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { askCloud, blobFromCloud, putBlob } from './outside.ts'

let server: http.Server
let body: Buffer[]
let type = 'application/octet-stream'
let status = 200
beforeEach(async () => {
  type = 'application/octet-stream'
  status = 200
  server = http.createServer((_, response) => {
    // Without a length: it is known only at the end.
    response.writeHead(status, { 'content-type': type })
    for (const part of body) response.write(part)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => void server.close())

function blob(maxBytes: number): Promise<Buffer | undefined> {
  // NOTE: a listening TCP server has this kind of address.
  const { port } = server.address() as AddressInfo
  const signal = AbortSignal.timeout(10_000)
  return blobFromCloud(`http://127.0.0.1:${port}/`, { authorization: '', maxBytes, signal })
}

test('P43: a blob comes up to the length that it may have, and not a byte more', async () => {
  body = [Buffer.alloc(600, 1), Buffer.alloc(400, 2)]
  expect(await blob(1_000)).toEqual(Buffer.concat(body))
  await expect(blob(999)).rejects.toThrow('the blob is too large')
})

test('a blob that this box may not read is none, and any other failure is one', async () => {
  body = []
  status = 404
  expect(await blob(1_000)).toBeUndefined()
  status = 503
  await expect(blob(1_000)).rejects.toThrow('the cloud answered HTTP 503')
  status = 200
  type = 'application/json'
  expect(await blob(1_000)).toBeUndefined()
})

test.each([
  ['a call', (url: string) => askCloud(url, {}, z.object({}))],
  ['an upload', (url: string) => putBlob(url, Buffer.from('x'), '')],
])(
  'P43: the answer to %s that does not end is given up at its bound, and one in the form of no answer is an error',
  async (_, ask) => {
    let sent = 0
    const piece = Buffer.alloc(64 * 1024, ' ')
    const isLeft = Promise.withResolvers<void>()
    const endless = http.createServer((request, response) => {
      request.resume()
      response.on('close', () => isLeft.resolve())
      const more = () => {
        while (!response.destroyed) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', more)
        }
      }
      more()
    })
    endless.listen(0, '127.0.0.1')
    await once(endless, 'listening')
    // NOTE: a listening TCP server has this kind of address.
    const { port } = endless.address() as AddressInfo
    await expect(ask(`http://127.0.0.1:${port}/`)).rejects.toThrow('the answer is too long')
    await isLeft.promise
    expect(sent).toBeLessThan(32 * 1024 * 1024)
    endless.close()
    body = [Buffer.from('['.repeat(50_000))]
    // NOTE: a listening TCP server has this kind of address.
    await expect(ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).rejects.toThrow('JSON')
  },
)

test('S142: a blob has the time that its bytes take on a slow line', async () => {
  const slow = http.createServer((request, response) => {
    request.resume()
    // As long as 160 KB take at 16 KB/s.
    setTimeout(() => response.end(JSON.stringify({ code: Code.ok, msg: '', data: {} })), 10_200)
  })
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  // NOTE: a listening TCP server has this kind of address.
  await putBlob(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, Buffer.alloc(160_000), '')
  slow.close()
})
