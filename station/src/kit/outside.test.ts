/** P43: whatever the cloud sends, the box keeps no more of it than it may. */
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blobFromCloud } from './outside.ts'

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
