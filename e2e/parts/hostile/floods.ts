/** Peers that send small things without end, and folders without end; each case goes on until others were answered many times meanwhile (P43, P52). */
import { createECDH, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { profile, register } from '@homeport/contract/account.ts'
import { startTask } from '@homeport/contract/download/download.ts'
import { fileDownload, fileList } from '@homeport/contract/files.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { lanAccess, lanPath } from '@homeport/contract/lan.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { pushKinds, pushSubscribe } from '@homeport/contract/push.ts'
import { openRawConnection, pipelined } from '../../../testing/raw-connection.ts'
import { maskedFrame, openRawSocket } from '../../../testing/raw-socket.ts'
import { until } from '../../../testing/until.ts'
import { askAs } from '../app.ts'
import { lanAddress } from '../../world.ts'
import { act, removeAll, type Attack } from './attack.ts'
import { openUnboundBox } from './unbound-box.ts'

const answeredEach = 15
const opcodes = [2, 9, 10]
const framesEach = 20_000
const answeredPackets = 20
const packetsOfFrame = 1_000
/** Bytes of a PINGRESP; several come in one frame. */
const shortestAnswer = 2
const filesAtOnce = 500
const filesOfZip = 5
const requestsEach = 2_000
const bytesEach = 100_000

/** Others got so many answers of each kind since, and none failed. `more` goes on meanwhile. */
async function othersAreAnswered({ others }: Attack, more: () => Promise<void> = async () => {}): Promise<void> {
  const from = others.answers.length
  await until('others are answered', async () => {
    await more()
    const since = others.answers.slice(from)
    return others.urls.every((url) => since.filter((one) => one.url === url && one.status !== 0).length >= answeredEach)
  })
  const failed = others.answers.slice(from).filter(({ status }) => status === 0)
  if (failed.length > 0) throw new Error(`${failed.length} of the others were not answered`)
}

export async function talkingServers(attack: Attack): Promise<void> {
  const before = attack.flood.sentBytes()
  for (const name of ['early', 'chunks', 'early', 'chunks'])
    await act(attack, startTask, { url: `http://${attack.flood.http}/${name}-${randomBytes(6).toString('hex')}.mkv` })
  await othersAreAnswered(attack)
  if (attack.flood.sentBytes() === before) throw new Error('the servers were not asked')
  await removeAll(attack)
  await until('no server is read any more', () => attack.flood.connections() === 0)
}

/** Requests without waiting for answers, empty lines, and bodies in pieces of a byte. */
export async function requestsWithoutEnd(attack: Attack): Promise<void> {
  const { phone, screen } = attack
  await othersAreAnswered(attack, async () => {
    const connections = [phone.address, screen].flatMap((address) => {
      const body = `POST / HTTP/1.1\r\nHost: ${new URL(address).host}\r\nTransfer-Encoding: chunked\r\n\r\n`
      const floods = [pipelined(address, '/', requestsEach), '\r\n'.repeat(bytesEach), body + '1\r\na\r\n'.repeat(bytesEach)]
      return floods.map((flood) => {
        const connection = openRawConnection(address)
        connection.write(flood)
        return connection
      })
    })
    await until('all are closed', () => connections.every((connection) => !connection.isOpen()))
  })
}

/** Somebody takes a folder as a zip, and leaves at whatever moment. */
export async function givenUpZips(attack: Attack): Promise<void> {
  const { phone, devsn, screen, random } = attack
  const folder = path.join(attack.world.downloads, 'zip')
  await mkdir(folder, { recursive: true })
  for (let at = 0; at < filesOfZip; at += 1) await writeFile(path.join(folder, `${at}.bin`), randomBytes(100_000))
  const { data } = await askAs.act(phone, fileList, { devsn, data: {} })
  const [root] = fileList.output.parse(data).entries
  await othersAreAnswered(attack, async () => {
    const answer = await askAs.act(phone, fileDownload, { devsn, data: { paths: [`${root?.path}/zip`] } })
    const { url } = fileDownload.output.parse(answer.data)
    const connection = openRawConnection(screen)
    connection.write(pipelined(screen, new URL(url, screen).pathname, 1))
    await new Promise((resolve) => setTimeout(resolve, random(20)))
    connection.end()
  })
}

export async function controlFrames(attack: Attack): Promise<void> {
  const { phone, screen, devsn } = attack
  const targets = [
    { address: phone.address, path: '/en/ws' },
    { address: phone.address, path: '/mqtt', protocol: 'mqtt' },
    { address: screen, path: '/ws', origin: screen },
  ]
  // The box has no direct socket on a machine that is on no network.
  if (lanAddress) {
    const origin = phone.address
    await askAs.act(phone, lanAccess, { devsn, data: { origin } })
    targets.push({ address: screen, path: lanPath, origin })
  }
  await othersAreAnswered(attack, async () => {
    const sockets = await Promise.all(targets.map(({ address, ...target }) => openRawSocket(address, target)))
    for (const socket of sockets)
      for (const opcode of opcodes)
        socket.write(Buffer.concat(Array.from({ length: framesEach }, () => maskedFrame(opcode, Buffer.alloc(0)))))
    await until('all are closed', () => sockets.every((socket) => !socket.isOpen()))
  })
}

/** Any key signs in as a box that nobody has paired. Each comes from another address, of which few may come. */
export async function packetsOfBoxes({ random, ...attack }: Attack): Promise<void> {
  const from = () => `127.${1 + random(250)}.${random(250)}.${1 + random(250)}`
  await othersAreAnswered({ random, ...attack }, async () => {
    for (const kind of ['pings', 'subscriptions', 'publications'] as const) {
      const box = await openUnboundBox(attack.phone, from())
      const packet = box.packets[kind]
      const before = box.received()
      box.write(Buffer.concat(Array.from({ length: answeredPackets }, () => packet)))
      await until('it is answered', () => box.received() >= before + answeredPackets * shortestAnswer)
      // In frames that are not too long in themselves.
      const some = Buffer.concat(Array.from({ length: packetsOfFrame }, () => packet))
      for (let sent = 0; sent < framesEach; sent += packetsOfFrame) box.write(some)
      await until('it is closed', () => !box.isOpen())
      const answers = (box.received() - before) / shortestAnswer
      if (answers > framesEach / 2) throw new Error(`a flood of ${kind} was answered`)
    }
  })
}

let friend: { token: string } | undefined

export async function talkingPushServices(attack: Attack): Promise<void> {
  const { phone, flood } = attack
  friend ??= await askAs(phone, register, { username: 'hostile-friend', password: 'a long soak phrase', agreed: 1 })
  const { user_id } = await askAs(phone, profile, {})
  for (const name of ['early', 'talks', 'silent']) {
    const before = flood.requests()
    await askAs(phone, pushSubscribe, {
      endpoint: `http://${flood.http}/${name}/${randomBytes(6).toString('hex')}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      kinds: [...pushKinds],
      time_zone: 'UTC',
    })
    await askAs({ ...phone, ...friend }, sendMessage, { to: user_id, id: randomBytes(12).toString('hex'), text: name })
    await until('the push service was asked', () => flood.requests() > before)
    await othersAreAnswered(attack)
  }
}

export async function talkingEd2kServers(attack: Attack): Promise<void> {
  const before = attack.flood.sentBytes()
  const url = `ed2k://|file|a.mkv|1000000|${randomBytes(16).toString('hex')}|/`
  await act(attack, startTask, { url })
  await until('the server was asked', () => attack.flood.sentBytes() > before)
  await othersAreAnswered(attack)
  await removeAll(attack)
  await until('the server is left', () => attack.flood.connections() === 0)
}

/** As many names as a person who has unpacked an archive, or synchronised a disk, has in one folder. */
export async function longFolders(attack: Attack): Promise<void> {
  const folder = path.join(attack.world.downloads, 'long')
  const isMade = (await mkdir(folder, { recursive: true })) === undefined
  const missing = isMade ? 0 : attack.scale.files
  for (let at = 0; at < missing; at += filesAtOnce)
    await Promise.all(Array.from({ length: filesAtOnce }, (_, more) => writeFile(path.join(folder, `${at + more}.txt`), '')))
  const { data } = await askAs.act(attack.phone, fileList, { devsn: attack.devsn, data: {} })
  const [root] = fileList.output.parse(data).entries
  await othersAreAnswered(attack, async () => {
    const inputs = Array.from({ length: 10 }, (_, at) => ({ path: `${root?.path}/long`, q: at % 2 === 0 ? `${at}` : '' }))
    const codes = await Promise.all(inputs.map((input) => act(attack, fileList, input)))
    const wrong = codes.filter((code) => code !== Code.ok && code !== Code.tooMany)
    if (wrong.length > 0) throw new Error(`lists were answered ${wrong.join()}`)
  })
}
