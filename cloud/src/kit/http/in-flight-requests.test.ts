/** Background work waits for requests that are being answered, but not for ever, and not for what is only being sent. */
import { createServer, request, type ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchOpenRequests, type OpenRequests } from './in-flight-requests.ts'

const server = createServer((_, response) => void responses.push(response))
let responses: ServerResponse[] = []
let openRequests: OpenRequests
let port = 0

beforeEach(async () => {
  responses = []
  openRequests = watchOpenRequests(server)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function ask(): Promise<ServerResponse> {
  const before = responses.length
  request({ port })
    .on('error', () => {})
    .end()
  await expect.poll(() => responses.length).toBe(before + 1)
  return responses.at(-1) as ServerResponse
}

test('nobody waits: at once', async () => {
  await openRequests.settled(60_000)
})

test('until the request is answered', async () => {
  const response = await ask()
  let isSettled = false
  const settling = openRequests.settled(60_000).then(() => (isSettled = true))
  // It looks in each turn of the event loop.
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
  expect(isSettled).toBe(false)
  response.end()
  await settling
})

test('a response that is being sent, and one whose client is gone, hold up nothing', async () => {
  const sending = await ask()
  sending.writeHead(200)
  sending.write('…')
  await openRequests.settled(60_000)
  const closed = await ask()
  closed.destroy()
  await openRequests.settled(60_000)
})

test('a request that is never answered holds it up for a while only', async () => {
  await ask()
  await openRequests.settled(5)
})
