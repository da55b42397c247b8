/** A box that nobody has paired, made of bytes: any key signs in, and what it sends then is its own affair. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { link } from '@homeport/contract/device.ts'
import { keepAliveSeconds, linkAudience, linkTokenSeconds, mqttTopics } from '@homeport/contract/kit/connection.ts'
import { maskedFrame, openRawSocket } from '../../../testing/raw-socket.ts'
import { until } from '../../../testing/until.ts'
import { askAs, type App } from '../app.ts'

const binary = 2
/** First bytes of MQTT packets (3.1.1, 2.2). */
const types = { connect: 0x10, publishQos1: 0x32, subscribe: 0x82, pingreq: 0xc0 }
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Answers once the broker has let it in. from: its own address on this machine. */
export async function openUnboundBox(app: App, from: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const devsn = devsnOf(Buffer.from(x, 'base64url'))
  const { nonce, now } = await askAs(app, link, { devsn })
  const claims = { aud: linkAudience, devsn, nonce, exp: now + linkTokenSeconds }
  const unsigned = `${encoded({ alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x } })}.${encoded(claims)}`
  const password = `${unsigned}.${sign(null, Buffer.from(unsigned), privateKey).toString('base64url')}`

  const address = `http://127.0.0.1:${new URL(app.address).port}`
  const socket = await openRawSocket(address, { path: '/mqtt', protocol: 'mqtt', from })
  const flags = Buffer.from([4, 0b1100_0010, 0, keepAliveSeconds])
  const hello = Buffer.concat([text('MQTT'), flags, text(devsn), text(devsn), text(password)])
  socket.write(maskedFrame(binary, packet(types.connect, hello)))
  await until('the box is let in', () => socket.received() > 0)

  const id = Buffer.from([0, 1])
  return {
    isOpen: () => socket.isOpen(),
    /** Bytes of all answers. */
    received: () => socket.received(),
    /** Each is answered: with a PINGRESP, with a SUBACK that refuses, with a PUBACK. */
    packets: {
      pings: packet(types.pingreq, Buffer.alloc(0)),
      subscriptions: packet(types.subscribe, Buffer.concat([id, text('homeport/#'), Buffer.from([1])])),
      publications: packet(types.publishQos1, Buffer.concat([text(mqttTopics(devsn, 'en').up), id, Buffer.from('{}')])),
    },
    write: (bytes: Buffer) => socket.write(maskedFrame(binary, bytes)),
  }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A text with its length before it. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

/** For packets of less than 16 KB. */
function packet(type: number, rest: Buffer): Buffer {
  const { length } = rest
  const size = length < 128 ? [length] : [128 | (length & 127), length >> 7]
  return Buffer.concat([Buffer.from([type, ...size]), rest])
}

/** base32 (RFC 4648) of the first 10 bytes of SHA-256 of the key. */
function devsnOf(key: Buffer): string {
  const digest = createHash('sha256').update(key).digest().subarray(0, 10)
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
}
