/** All that attackers and careless people tried, against one running box and cloud. Each case ends when everything that it sent has an answer or its connection is closed. */
import { randomBytes } from 'node:crypto'
import { login, register } from '@homeport/contract/account.ts'
import { listTasks, magnetUri, removeTask, startTask, type Task } from '@homeport/contract/download/download.ts'
import { uploadPicture } from '@homeport/contract/forum.ts'
import type { Call } from '@homeport/contract/kit/operation.ts'
import sharp from 'sharp'
import { until } from '../../../testing/until.ts'
import { act, removeAll, tasksOf, type Attack } from './attack.ts'
import { gifOf, hugePng, mutate, poisonedTorrents, torrent } from './bytes.ts'
import {
  controlFrames,
  givenUpZips,
  longFolders,
  packetsOfBoxes,
  requestsWithoutEnd,
  talkingEd2kServers,
  talkingPushServices,
  talkingServers,
} from './floods.ts'
import { hostilePaths } from './servers.ts'
import { maskedFrame, openRawSocket, type RawSocket } from '../../../testing/raw-socket.ts'

const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Between the frames of a socket that does not read: its own pace. */
const paceMs = 100
/** The engine works on poisoned torrents for so long: part of the attack, nothing is waited for. */
const exposureMs = 2_000

export const cases: Record<string, (attack: Attack) => Promise<void>> = {
  'sockets that do not read': deafSockets,
  'fuzzed frames': fuzzedFrames,
  forms: hostileForms,
  'picture bombs': hostilePictures,
  'fuzzed and poisoned torrents': hostileTorrents,
  'hostile servers': hostileLinks,
  'servers that talk without end': talkingServers,
  'requests without end': requestsWithoutEnd,
  'control frames': controlFrames,
  'packets of boxes': packetsOfBoxes,
  'zips that are given up': givenUpZips,
  'push services that talk without end, or not at all': talkingPushServices,
  'ed2k servers that talk without end': talkingEd2kServers,
  'long folders': longFolders,
  reconnects: reconnects,
}

function frame({ devsn }: Attack, act: string, data: unknown): string {
  return JSON.stringify({ act, time: 0, id: randomBytes(8).toString('hex'), data: { app: 'web', devsn, appuid: '', data } })
}

async function openApp(attack: Attack): Promise<RawSocket> {
  const { address, token } = attack.phone
  const socket = await openRawSocket(address, { path: '/en/ws' })
  socket.send(frame(attack, 'login', { token }))
  return socket
}

async function deafSockets(attack: Attack): Promise<void> {
  const { sockets, frames } = attack.scale
  const apps = await Promise.all(times(sockets).map(() => openApp(attack)))
  for (const app of apps) app.pause()
  const long = frame(attack, startTask.name, { url: 'x'.repeat(60_000) })
  for (let sent = 0; sent < frames; sent += 1) {
    for (const app of apps) if (app.isOpen()) app.send(long)
    await pause(paceMs)
  }
  for (const app of apps) app.end()
}

async function fuzzedFrames(attack: Attack): Promise<void> {
  const { random, scale, phone } = attack
  const sound = Buffer.from(frame(attack, listTasks.path, { page: 1, list: [{ a: 1 }], text: 'é流\u0000' }))
  for (let count = 0; count < scale.many; count += 1) {
    const app = await openApp(attack)
    for (const _ of times(10)) app.send(mutate(random, sound).toString('latin1'))
    app.write(maskedFrame(random(16), mutate(random, sound)))
    app.send(frame(attack, startTask.name, 'deep').replace('"deep"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`))
    if (count % 5 === 0) app.send('x'.repeat(70_000))
    app.write(mutate(random, maskedFrame(1, sound)))
    await app.finish()
    const broker = await openRawSocket(phone.address, { path: '/mqtt', protocol: 'mqtt' })
    broker.write(maskedFrame(2, mutate(random, Buffer.from('101a00044d51545404c2003c000161000162000163', 'hex'))))
    await broker.finish()
  }
}

const formTypes = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
]

async function hostileForms(attack: Attack): Promise<void> {
  const { scale, random } = attack
  const keys = (count: number) =>
    times(count)
      .map((at) => `k${at}=${at}`)
      .join('&')
  const parts = (count: number) => times(count).map((at) => `--x\r\nContent-Disposition: form-data; name="k${at}"\r\n\r\n1\r\n`)
  const bodies = [
    keys(200),
    keys(201),
    keys(30_000),
    '&'.repeat(250_000),
    '%'.repeat(250_000),
    `content=${'%F0%9F%98%80'.repeat(20_000)}`,
    '['.repeat(125_000),
    `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
    JSON.stringify(Object.fromEntries(times(20_000).map((at) => [`k${at}`, '']))),
    parts(200).join(''),
    `${parts(5_000).join('')}--x--\r\n`,
    randomBytes(200_000).toString('latin1'),
    'x'.repeat(700_000),
  ]
  for (const body of bodies)
    await Promise.all(formTypes.map((type) => post(attack, [login, register][random(2)] ?? login, { type, body })))
  for (const _ of times(scale.many)) await post(attack, login, { type: formTypes[0] ?? '', body: keys(200) })
}

async function post({ phone }: Attack, call: Call, { type, body }: { type: string; body: string }): Promise<void> {
  const response = await fetch(`${phone.address}/en/${call.host}${call.path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, Source: 'app' },
    body,
  }).catch(connectionClosed)
  await response?.arrayBuffer().catch(connectionClosed)
}

/** A body that is too long is answered, and its connection closed, before all of it is sent. */
function connectionClosed(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

let pictures: Buffer[] | undefined

async function makePictures(): Promise<Buffer[]> {
  const large = sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#336699' } })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  return [hugePng(16_000), gifOf(330_000), Buffer.alloc(3_000_000, 'x'), svg, await large.jpeg().toBuffer()]
}

async function hostilePictures({ phone, scale }: Attack): Promise<void> {
  pictures ??= await makePictures()
  const all = pictures
  await Promise.all(
    times(scale.many).map(async (at) => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(all[at % all.length] ?? [])]), 'file')
      const url = `${phone.address}/en/${uploadPicture.host}${uploadPicture.path}`
      const response = await fetch(url, { method: 'POST', headers: { Source: 'app', Token: phone.token }, body }).catch(
        connectionClosed,
      )
      await response?.arrayBuffer()
    }),
  )
}

async function hostileTorrents(attack: Attack): Promise<void> {
  const { random, scale } = attack
  const sound = torrent(random)
  const all = [...poisonedTorrents(random), ...times(scale.many).map(() => mutate(random, sound)), sound]
  for (const bytes of all) {
    const id = await putBlob(attack, bytes)
    await act(attack, magnetUri, { torrent: id })
    await act(attack, startTask, { torrent: id })
  }
  for (const _ of times(5)) await act(attack, startTask, { url: `magnet:?xt=urn:btih:${randomBytes(20).toString('hex')}` })
  await pause(exposureMs)
  await removeAll(attack)
}

async function putBlob({ phone }: Attack, bytes: Buffer): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const response = await fetch(`${phone.address}/en/device/blob/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream', Token: phone.token, Source: 'app' },
    body: new Uint8Array(bytes),
  })
  if (response.status !== 200) throw new Error(`blob: ${response.status} ${await response.text()}`)
  return id
}

async function hostileLinks(attack: Attack): Promise<void> {
  const { server, scale } = attack
  await Promise.all(
    times(scale.many).map((at) =>
      act(attack, startTask, {
        url: `${server.address}${hostilePaths[at % hostilePaths.length]}?${randomBytes(6).toString('hex')}`,
      }),
    ),
  )
  const isAsked = (task: Task) => server.requested.has(task.url.slice(server.address.length)) || task.wait?.reason === 'queued'
  await until('the server was asked for each that has its turn', async () => (await tasksOf(attack)).every(isAsked))
  await removeAll(attack)
}

async function reconnects(attack: Attack): Promise<void> {
  const { world, phone, scale } = attack
  for (const _ of times(3)) {
    world.network.cut()
    const apps = await Promise.all(times(scale.sockets).map(() => openApp(attack)))
    world.network.mend()
    for (const app of apps) app.end()
  }
  for (const _ of times(scale.many)) (await openRawSocket(phone.address, { path: '/en/ws' })).end()
  await boxIsBack(attack)
}

export async function boxIsBack(attack: Attack): Promise<void> {
  await until('the box answers', async () => (await act(attack, removeTask, { task_id: 'none' })) < 4_000)
}
