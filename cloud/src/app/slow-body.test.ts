/** P33: request bodies that arrive slowly or stop half way are refused in time, leave nothing behind, and do not delay others. */
import { expectCode } from '../testing/codes.ts'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '@homeport/contract/help.ts'
import { startTestCloud } from '../testing/cloud.ts'

const requestMs = 1_500
const many = 60
const sentBytes = 100_000
let cloud: Awaited<ReturnType<typeof startTestCloud>>
beforeAll(async () => {
  cloud = await startTestCloud({}, { requestMs })
})
afterAll(() => cloud.stop())

/** A feedback with a picture of 4 MB, sent only in part. Returns the cloud's response when it closed. */
function trickle(): { socket: Socket; output: Promise<string> } {
  const socket = connect(cloud.port, '127.0.0.1')
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  socket.write(
    [
      'POST /en/help/api/app/feekback HTTP/1.1',
      'Host: 127.0.0.1',
      'Source: app',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 4194304',
      '',
      head,
    ].join('\r\n'),
  )
  socket.write(Buffer.alloc(sentBytes))
  const output = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  return { socket, output }
}

/** Bytes of each upload that lie on the disk. */
async function uploadSizes(): Promise<number[]> {
  const entries = await readdir(join(cloud.folder, 'cloud', 'spool'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  // One that is refused meanwhile is gone.
  const sizes = files.map(({ parentPath, name }) =>
    stat(join(parentPath, name))
      .then(({ size }) => size)
      .catch(() => 0),
  )
  return Promise.all(sizes)
}

test('P33: a slow body is refused, what came of it lies on the disk, others are answered meanwhile', async () => {
  const slow = Array.from({ length: many }, trickle)
  // The rest of each may be the beginning of a boundary.
  await expect.poll(async () => (await uploadSizes()).filter((size) => size > sentBytes - 1_000).length).toBe(many)
  expectCode(await cloud.ask(version, {}), 'ok')
  for (const { output } of slow) expect(await output).toMatch(/^HTTP\/1\.1 408 Request Timeout/)
  await expect.poll(uploadSizes).toEqual([])
})

test('P33: who hangs up half way leaves nothing', async () => {
  const { socket, output } = trickle()
  await expect.poll(async () => (await uploadSizes()).length).toBe(1)
  socket.destroy()
  await output
  await expect.poll(uploadSizes).toEqual([])
})
