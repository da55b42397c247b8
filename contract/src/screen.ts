/** The screens of a box: admitted browsers on TVs; and the messages between a screen page and the station (wire.md "Screens"). */
import * as z from 'zod/mini'
import { act } from './kit/promise.ts'
import { keyPhases, remoteKeys, sounds } from './shape/remote.ts'

export const waitingMost = 3
export const digitsLength = 4
export const digitsMs = 2 * 60_000
export const digitsTries = 5

/** seen_at in seconds; address: the screen's IP address, shown to the owner; left_ms: remaining validity of its digits. */
export const Screen = z.object({ screen_id: z.string(), name: z.string(), is_online: z.boolean(), seen_at: z.number() })
export type Screen = z.infer<typeof Screen>
export const Screens = z.object({
  data: z.array(Screen),
  waiting: z.array(z.object({ address: z.string(), name: z.string(), until: z.number(), left_ms: z._default(z.number(), 0) })),
  /** The TV page's address in the local network. */
  address: z.string(),
})
export type Screens = z.infer<typeof Screens>

/** Also pushed when a screen connects, disconnects or waits. */
export const screenList = act({ name: 'screen_list', input: z.object({}), output: Screens })
/** Admits the screen that shows these four digits. 4001 wrong, 4029 after five wrong tries: the digits are replaced. */
export const screenAdmit = act({
  name: 'screen_admit',
  needs: 'owner',
  input: z.object({ digits: z.string().check(z.regex(/^\d{4}$/, 'digits')) }),
  output: Screen,
})
export const screenRename = act({
  name: 'screen_rename',
  needs: 'owner',
  input: z.object({ screen_id: z.string(), name: z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'range')) }),
  output: Screen,
})
/** Removes the screen; its session ends at once. */
export const screenForget = act({
  name: 'screen_forget',
  needs: 'owner',
  input: z.object({ screen_id: z.string() }),
  output: z.object({ screen_id: z.string() }),
})

/** Formats that the screen's browser can play, by ffprobe's names; the containers are mp4, webm and mkv. */
export const abilities = [
  'mp4',
  'webm',
  'mkv',
  'h264',
  'hevc',
  'vp8',
  'vp9',
  'av1',
  'aac',
  'mp3',
  'opus',
  'vorbis',
  'flac',
  'ac3',
  'eac3',
] as const
export type Ability = (typeof abilities)[number]

/** Interval of the station's clock messages, by which a page computes the delay of a message. */
export const beatEveryMs = 5_000
/** A page reports its position at each change and at this interval. */
export const reportEveryMs = 5_000

/** A film for the TV page; point: resume point on this box's screens, ms, 0 = never started. */
export const ScreenFilm = z.object({
  id: z.string(),
  title: z.string(),
  year: z.nullable(z.number()),
  duration_ms: z.nullable(z.number()),
  rating: z.nullable(z.number()),
  poster: z.string(),
  quality: z.string(),
  genres: z.array(z.string()),
  overview: z.string(),
  point: z.number(),
})
export type ScreenFilm = z.infer<typeof ScreenFilm>

const Point = z.int().check(z.gte(0, 'point'))
/** What the page is playing when it reconnects: the station may have restarted. */
const Playing = z.object({ play_id: z.string(), path: z.string(), point: Point, is_paused: z.boolean() })

/** Screen page → station. Points in ms. */
export const FromScreen = z.discriminatedUnion('kind', [
  /** First message. key: from the URL fragment, '' if none. */
  z.object({ kind: z.literal('hello'), key: z.string(), can: z.array(z.enum(abilities)), playing: z.nullable(Playing) }),
  z.object({
    kind: z.literal('films'),
    id: z.string(),
    offset: z.int().check(z.gte(0)),
    limit: z.int().check(z.gte(1), z.lte(99)),
  }),
  z.object({ kind: z.literal('play'), movie_id: z.string(), point: Point }),
  /** Requests a source from another point: of a converted film, of the next part, or when the old source has expired. */
  z.object({ kind: z.literal('source'), play_id: z.string(), point: Point }),
  z.object({ kind: z.literal('exit'), play_id: z.string() }),
  /** seq: the last completed command. */
  z.object({
    kind: z.literal('report'),
    play_id: z.string(),
    seq: z.int(),
    state: z.enum(['loading', 'playing', 'paused', 'ended', 'failed']),
    point: Point,
    volume: z.int(),
    sound: z.enum(sounds),
  }),
])
export type FromScreen = z.infer<typeof FromScreen>

/**
 * unbound: run `npm run pair` on the box. code: the pairing code, on the box's own screen only. digits: four digits for the owner.
 * queue: another page of its address shows digits, or three newer addresses do. inside: the library.
 */
export const faces = ['unbound', 'code', 'digits', 'queue', 'inside'] as const

/** Station → screen page. at: the station's clock in ms, only for comparison. left_ms: remaining validity of code or digits. qr: an SVG path, side: modules per row. */
export const ToScreen = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('face'),
    face: z.enum(faces),
    box: z.string(),
    devsn: z.string(),
    code: z.string(),
    digits: z.string(),
    left_ms: z.number(),
    address: z.string(),
    qr: z.object({ path: z.string(), side: z.number() }),
  }),
  /** Reload the page: its cookie is now a session. */
  z.object({ kind: z.literal('admitted') }),
  /** The session has ended. */
  z.object({ kind: z.literal('forgotten') }),
  z.object({ kind: z.literal('beat'), at: z.number() }),
  z.object({
    kind: z.literal('films'),
    id: z.string(),
    data: z.array(ScreenFilm),
    total: z.number(),
    recent: z.array(ScreenFilm),
  }),
  /** The library changed: request it again. */
  z.object({ kind: z.literal('stale') }),
  /** life_ms: the key's remaining life. */
  z.object({
    kind: z.literal('key'),
    key: z.enum(remoteKeys),
    phase: z.enum(keyPhases),
    at: z.number(),
    life_ms: z.number(),
  }),
  /** offset: the film position where the source starts, ms; end: where it ends and the next part follows, absent if the film ends with it; point and duration are of the whole film; is_seekable: the source supports ranges. */
  z.object({
    kind: z.literal('load'),
    play_id: z.string(),
    seq: z.int(),
    url: z.string(),
    is_seekable: z.boolean(),
    offset: z.number(),
    end: z.optional(z.number()),
    point: z.number(),
    duration: z.number(),
    is_paused: z.boolean(),
    path: z.string(),
    title: z.string(),
    poster: z.string(),
    quality: z.string(),
  }),
  z.object({ kind: z.literal('pause'), play_id: z.string(), seq: z.int() }),
  z.object({ kind: z.literal('resume'), play_id: z.string(), seq: z.int() }),
  z.object({ kind: z.literal('seek'), play_id: z.string(), seq: z.int(), point: z.number() }),
  z.object({ kind: z.literal('exit'), play_id: z.string() }),
  z.object({
    kind: z.literal('volume'),
    seq: z.int(),
    step: z.optional(z.number()),
    value: z.optional(z.number()),
    mute: z.optional(z.boolean()),
  }),
  /** A play requested on this screen is refused: reason of PlayRefusal. */
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])
export type ToScreen = z.infer<typeof ToScreen>
