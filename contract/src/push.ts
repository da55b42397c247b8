/** Notifications of the installed app by web push (forum host; docs/decisions/054). A subscription and its settings belong to one session, that is to one phone. */
import * as z from 'zod/mini'
import { call, event, langs } from './kit/operation.ts'

/** done: a download is complete. needs: a download failed, or waits for room on the disk. reply: replies, quotes, messages. film: new in the library. */
export const pushKinds = ['done', 'needs', 'reply', 'film'] as const
export type PushKind = (typeof pushKinds)[number]

const Minute = z.int().check(z.gte(0, 'range'), z.lte(1_439, 'range'))
/** Minutes of the phone's day; `to` may lie on the next day. */
export const QuietHours = z.object({ from: Minute, to: Minute })
export type QuietHours = z.infer<typeof QuietHours>

/** The notifications that this phone gets. quiet: null = never quiet. time_zone: the phone's, as Intl names it. */
const choice = {
  kinds: z.array(z.enum(pushKinds)).check(z.maxLength(pushKinds.length, 'range')),
  quiet: z._default(z.nullable(QuietHours), null),
  time_zone: z._default(z.string().check(z.regex(/^[\w+/-]{0,64}$/, 'invalid')), ''),
}
export const PushChoice = z.object(choice)
export type PushChoice = z.infer<typeof PushChoice>

export const PushState = z.object({
  is_subscribed: z.boolean(),
  kinds: z.array(z.enum(pushKinds)),
  quiet: z.nullable(QuietHours),
})
export type PushState = z.infer<typeof PushState>

/** The public key of this cloud (VAPID, RFC 8292), base64url. */
export const pushKey = call({
  host: 'forum',
  path: '/push/key',
  needs: 'user',
  input: z.object({}),
  output: z.object({ key: z.string() }),
})

const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), 'invalid'))

/** Replaces the session's subscription. endpoint: a public https address of a push service; invalid for any other. p256dh, auth: as the browser gives them, base64url; invalid where p256dh is no point of P-256. */
export const pushSubscribe = call({
  host: 'forum',
  path: '/push/subscribe',
  needs: 'user',
  input: z.object({
    endpoint: z.url('invalid').check(z.maxLength(1_000, 'range')),
    p256dh: base64url(87),
    auth: base64url(22),
    ...choice,
  }),
  output: PushState,
})

export const pushUnsubscribe = call({
  host: 'forum',
  path: '/push/unsubscribe',
  needs: 'user',
  input: z.object({}),
  output: PushState,
})

/** The settings of this session. Without a subscription nothing is chosen. */
export const pushSettings = call({
  host: 'forum',
  path: '/push/settings',
  needs: 'user',
  input: z.object({}),
  output: PushState,
})

/** 4004 without a subscription. */
export const savePushSettings = call({
  host: 'forum',
  path: '/push/saveSettings',
  needs: 'user',
  input: z.object(choice),
  output: PushState,
})

export const pushTextMax = 120

/** name: the download, film or person; text: of the message or reply; id: of the task, film, post or person. All '' where there is none. */
const notice = { kind: z.enum(pushKinds), name: z.string(), text: z.string(), id: z.string() }

/** The content of a push message, as the service worker decrypts it. counts: how many of each kind this message stands for; one is shown as itself, more as a summary. */
export const PushPayload = z.object({
  lang: z.enum(langs),
  ...notice,
  counts: z.object({ done: z.int(), needs: z.int(), reply: z.int(), film: z.int() }),
})
export type PushPayload = z.infer<typeof PushPayload>

/** Something that phones are to be notified of: those of one user, or of the household of a box ('' = not so). `key`: once per key and phone. */
export const pushNotice = event({
  name: 'push.notice',
  data: z.object({ user_id: z.string(), devsn: z.string(), key: z.string(), ...notice }),
})
