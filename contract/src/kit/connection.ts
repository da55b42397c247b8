/** The MQTT connection between a box and a cloud, and the timings of the app's socket (wire.md, spec 9). */
import * as z from 'zod/mini'
import { FrameIn } from './envelope.ts'
import { langs, type Lang } from './operation.ts'

// spec 9
export const heartbeatMs = 4_000
/** The heartbeat of the direct socket between app and box in one house (lan.ts). */
export const lanHeartbeatMs = 25_000
export const reconnectMs = 3_000
export const playerStatusDelayMs = 500
export const pollMs = 2_000
export const publishWaitMs = 10_000
export const socketLoginMs = 5_000
/** Rate limit of an app's socket, in frames a second, with bursts of two seconds; further frames wait in the app. */
export const framesPerSecond = 100
/** Close code of an app's socket whose token was revoked or whose box was unbound: the app checks its session again. */
export const socketCutCode = 4403

/** MQTT keep-alive of a box, seconds: offline is detected within 1.5 of it. */
export const keepAliveSeconds = 20

export const devsnPattern = /^[A-Z2-7]{16}$/
export const Devsn = z.string().check(z.regex(devsnPattern, 'devsn'))

/** One broker serves both realms; a box holds one connection per broker. `down`: cloud → box; `up`: box → cloud. */
export type Topics = { up: string; down: string; presence: string }

export function mqttTopics(devsn: string, lang: Lang): Topics {
  return { up: `box/${devsn}/${lang}/up`, down: `box/${devsn}/${lang}/down`, presence: `box/${devsn}/presence` }
}

/** Parses one of our topics; undefined for any other topic. */
export function readTopic(
  topic: string,
): { devsn: string; part: 'up' | 'down'; lang: Lang } | { devsn: string; part: 'presence' } | undefined {
  const [root, devsn = '', second, part, more] = topic.split('/')
  if (root !== 'box' || !devsnPattern.test(devsn) || more !== undefined) return undefined
  if (second === 'presence') return part === undefined ? { devsn, part: 'presence' } : undefined
  const lang = langs.find((existing) => existing === second)
  return lang && (part === 'up' || part === 'down') ? { devsn, part, lang } : undefined
}

/** Response of `/link`. `mqtt` is a ws(s) address or a path on the same origin; times in seconds by the cloud's clock. */
export const ConnectionOffer = z.object({
  mqtt: z.string(),
  topics: z.object({ up: z.string(), down: z.string(), presence: z.string() }),
  now: z.number(),
  nonce: z.string(),
  /** The greatest presence epoch that this cloud has seen of the box, 0 if none: the box goes above it, also after a restore of older data (P51). Absent from older clouds. */
  epoch: z._default(z.number(), 0),
  /** Instances that the owner did not keep: such a process becomes a box of its own. Absent from older clouds. */
  dismissed: z._default(z.array(z.string()), []),
})
export type ConnectionOffer = z.infer<typeof ConnectionOffer>

/** MQTT password of a box: a JWT (EdDSA, public key in its header's jwk) with these claims; user name and client id are the devsn. */
export const linkAudience = 'homeport-link'
/** Authorization header of a box's request for a blob or a tunnel: `Box <JWT>` with {aud: blobAudience, devsn, path, exp}. */
export const blobAudience = 'homeport-blob'
export const linkTokenSeconds = 60

const instance = z.string().check(z.regex(/^[\w-]{22}$/, 'invalid'))
const maxHost = 63
/** As other people may see it: no control characters or marks of direction. */
const HostName = z.pipe(
  z.string(),
  z.transform((name: string) => [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, maxHost).join('')),
)
/**
 * Further claims of that token: the running process of the box. instance: 128 bits, drawn at its start and held in memory; previous: that of the process before it on the
 * same data folder, '' for the first. Two processes of one box that run at once have different ones. Absent from older boxes.
 */
export const BoxProcess = z.object({
  instance,
  previous: z._default(z.union([z.literal(''), instance]), ''),
  host: z._default(HostName, ''),
})
export type BoxProcess = z.infer<typeof BoxProcess>
/** MQTT return code (identifier rejected) for a copy of a box that is connected already. */
export const copyReturnCode = 2
/** A copy that was refused tries again after about this, at most half as much longer: whichever its owner chooses is online within 30 s. */
export const copyWaitMs = 16_000
/** A process that has not been seen for this long is gone: it holds the connection against no copy, and is told to nobody. */
export const copyGoneMs = 300_000

/** Path of a blob on its cloud; also the signed path. */
export function blobPath(lang: Lang, id: string): string {
  return `/${lang}/device/blob/${encodeURIComponent(id)}`
}

/** Presence, retained: the birth {online: true} after connecting, the will {online: false}; a message with an older epoch is ignored. */
export const Presence = z.object({ epoch: z.number(), online: z.boolean(), version: z._default(z.string(), '') })
export type Presence = z.infer<typeof Presence>

/** The sender of an act, set by the cloud; the box trusts its cloud. session: an id of the sign-in that it came from, absent from older clouds and for what no app sent. */
export const Sender = z.object({
  user_id: z.string(),
  role: z.enum(['owner', 'member']),
  name: z.string(),
  session: z.optional(z.string()),
})
export type Sender = z.infer<typeof Sender>

/** Cloud → box. `sent_at` and `expires_at` in ms by the cloud's clock; an expired act is dropped with an answer (5004). */
export const ToBox = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('act'),
    id: z.string(),
    act: z.string(),
    data: z.unknown(),
    from: Sender,
    sent_at: z.number(),
    expires_at: z.number(),
  }),
  /** Checks a pairing code; the right one is used up, and `from` joins the household. */
  z.object({ kind: z.literal('pair'), id: z.string(), code: z.string(), from: Sender }),
  /** The same check without using the code up or joining (registration by code); answered like `pair`. */
  z.object({ kind: z.literal('pair_check'), id: z.string(), code: z.string() }),
  /** Five wrong tries were counted: show a new code. */
  z.object({ kind: z.literal('renew_code') }),
  /** The bound users of this realm and the box's name ('' = none), sent on connect and at each change; an empty list: show the code again. sessions: their sign-ins that have not ended, absent from older clouds. */
  z.object({
    kind: z.literal('household'),
    members: z.array(Sender),
    name: z._default(z.string(), ''),
    sessions: z.optional(z.array(z.string())),
  }),
  /** The cloud's last acknowledged mirror position; the box sends what is newer. epoch '' = nothing yet. */
  z.object({ kind: z.literal('mirror_from'), epoch: z.string(), rev: z.number() }),
  z.object({ kind: z.literal('mirror_ack'), epoch: z.string(), rev: z.number() }),
  /** The box is to open a tunnel: a WebSocket to this path of its cloud, once (kit/http/tunnel.ts). Unknown to older boxes. */
  z.object({ kind: z.literal('tunnel'), path: z.string() }),
])
export type ToBox = z.infer<typeof ToBox>

/** Whose SHA-256 is an act's id in the box's inbox: hashed per user, so that ids of two users never collide; the same by whichever way the act comes. */
export function inboxIdText(lang: Lang, userId: string, id: string): string {
  return `${lang}\n${userId}\n${id}`
}

export const mirrorChunkBytes = 48 * 1024
/** A box's packet: the cloud ends the connection of one that sends a longer one. */
export const boxPacketMaxBytes = 256 * 1024
/** Room for the envelope of a message, and of a row, in its packet. */
export const packetEnvelopeBytes = 1_024

/** One mirrored row; `value` null is a tombstone. */
export const MirrorRow = z.object({ report: z.string(), key: z.string(), rev: z.number(), value: z.unknown() })
export type MirrorRow = z.infer<typeof MirrorRow>

/** Box → cloud, `up` topic. */
export const FromBox = z.discriminatedUnion('kind', [
  /** First message after connecting. `pair_hint`: pairHintOf(code) of the current code, '' if there is none. */
  z.object({ kind: z.literal('hello'), version: z.string(), mirror_epoch: z.string(), pair_hint: z.string() }),
  z.object({ kind: z.literal('pair_hint'), pair_hint: z.string() }),
  /** The reply to an act or a pair, by id. */
  z.object({ kind: z.literal('reply'), id: z.string(), frame: FrameIn }),
  /** A frame for every open app of this box (progress, state); with user_id for the apps of that user only. */
  z.object({ kind: z.literal('push'), frame: FrameIn, user_id: z.optional(z.string()) }),
  /** Mirror rows in rev order. `first` of a new epoch: delete the rows of the old one. */
  z.object({ kind: z.literal('mirror'), epoch: z.string(), first: z.boolean(), rev: z.number(), rows: z.array(MirrorRow) }),
  /** This user did something on the box's screens: the cloud takes it by the act `film_changes`. */
  z.object({ kind: z.literal('changes'), user_id: z.string() }),
])
export type FromBox = z.infer<typeof FromBox>

/** Crockford base32 without I, L, O, U. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 8
export const codeMinutes = 10
export const codeTries = 5

/** Normalizes a typed code for comparison: upper case, no spaces or dashes, O → 0, I and L → 1. */
export function normalCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
}

/** Whether a normalized text has the form of a code. */
export function isCode(text: string): boolean {
  return text.length === codeLength && [...text].every((sign) => codeAlphabet.includes(sign))
}

/** The first two characters: enough for the cloud to select candidate boxes, too little to guess the code (30 bits are left). */
export function pairHintOf(code: string): string {
  return code.slice(0, 2)
}
