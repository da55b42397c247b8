/** The times in seconds that docs and promises name, measured on real programs: delay from cause to effect. The tests only wait for the effect. */
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { avatarMaxBytes, changePassword, login, register } from '@homeport/contract/account.ts'
import { listDevices, unbindDevice } from '@homeport/contract/device.ts'
import { startTask } from '@homeport/contract/download/download.ts'
import { keepAliveSeconds, socketLoginMs } from '@homeport/contract/kit/connection.ts'
import { openAppSocket } from './parts/app-socket.ts'
import { median, report } from './parts/figures.ts'
import { ask, bindOwner, openPrograms, type Bench } from './parts/programs.ts'

const rounds = 5
/** P10, P20, P33. */
const secondMs = 1_000
const startWithinMs = 3_000

let bench: Bench
let token = ''
let devsn = ''
let silent: http.Server

beforeAll(async () => {
  bench = await openPrograms({ station: true })
  const owner = await bindOwner(bench)
  token = owner.signedIn.token
  devsn = owner.device.devsn
  // Accepts the connection and never responds.
  silent = http.createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await bench.stop()
})

/** ms from the cause to the effect. */
async function timed(cause: () => unknown, effect: Promise<unknown> | (() => Promise<boolean>)): Promise<number> {
  const began = performance.now()
  await cause()
  if (typeof effect !== 'function') await effect
  else while (!(await effect())) await new Promise((resolve) => setTimeout(resolve, 10))
  return performance.now() - began
}

function within(title: string, times: number[], budgetMs: number): void {
  report(title, { figure: median(times), budget: budgetMs, unit: 'ms' })
  expect(median(times)).toBeLessThanOrEqual(budgetMs)
}

test('P10: a changed password closes the other sockets within a second', async () => {
  const times: number[] = []
  let password = 'the first phrase'
  await ask(bench, register, { username: 'changing', password, agreed: 1 })
  for (let round = 0; round < rounds; round += 1) {
    const [own, other] = [await signedIn(password), await signedIn(password)]
    const socket = await openAppSocket({ port: bench.port, token: other })
    const next = `phrase number ${round}`
    const change = () => ask({ port: bench.port, token: own }, changePassword, { password, new_password: next })
    times.push(await timed(change, socket.closed))
    password = next
  }
  within('other sockets end after a changed password', times, secondMs)
})

async function signedIn(password: string): Promise<string> {
  return (await ask(bench, login, { username: 'changing', password, agreed: 1 })).token
}

test('P27: who does not sign in is closed after 5 s', async () => {
  const socket = await openAppSocket({ port: bench.port, token: '' })
  within('a socket without a login ends', [await timed(() => {}, socket.closed)], socketLoginMs + secondMs)
})

test('P33: a picture over the limit is refused within a second', async () => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(avatarMaxBytes + 1)]), 'a.png')
    const headers = { Token: token, Source: 'app', Version: 'v3' }
    const send = () =>
      fetch(`http://127.0.0.1:${bench.port}/en/forum/user/account/avatar`, { method: 'POST', headers, body: form })
    times.push(await timed(send, Promise.resolve()))
  }
  within('a picture over the limit is refused', times, secondMs)
})

test('start_task answers within 3 s where the server never answers', async () => {
  const socket = await openAppSocket({ port: bench.port, token, devsn })
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(await timed(() => socket.act(startTask.name, { url: `http://127.0.0.1:${port}/${round}` }), Promise.resolve()))
  socket.close()
  within('start_task of a silent server answers', times, startWithinMs)
})

test('P23: a box that froze is offline within 1.5 keep-alives, one that was killed at once', async () => {
  const isOffline = async () => (await ask({ port: bench.port, token }, listDevices, {})).data[0]?.online === 0
  const frozen = await timed(() => bench.station?.kill('SIGSTOP'), isOffline)
  within('a frozen box is offline', [frozen], 1.5 * keepAliveSeconds * 1_000 + secondMs)
  bench.station?.kill('SIGKILL')
})

test('P20: unbinding ends the sockets to the box within a second', async () => {
  const socket = await openAppSocket({ port: bench.port, token, devsn })
  const unbind = () => ask({ port: bench.port, token }, unbindDevice, { devsn })
  within('sockets to an unbound box end', [await timed(unbind, socket.closed)], secondMs)
})
