/** The screens of a box: browsers on TVs that were let in; and the words between a screen page and its station (wire.md "Screens"). */
import * as z from 'zod/mini'
import { act } from './kit/promise.ts'
import { keyPhases, remoteKeys, sounds } from './shape/remote.ts'

export const waitingMost = 3
export const digitsLength = 4
export const digitsMs = 2 * 60_000
export const digitsTries = 5

/** seen_at seconds; address: where it asks from, for the owner to know it by; left_ms: how long its digits still hold. */
export const Screen = z.object({ screen_id: z.string(), name: z.string(), is_online: z.boolean(), seen_at: z.number() })
export type Screen = z.infer<typeof Screen>
export const Screens = z.object({
  data: z.array(Screen),
  waiting: z.array(z.object({ address: z.string(), name: z.string(), until: z.number(), left_ms: z._default(z.number(), 0) })),
  /** The TV's address in the box's own network. */
  address: z.string(),
})
export type Screens = z.infer<typeof Screens>

/** Also pushed when one comes, goes or waits. */
export const screenList = act({ name: 'screen_list', input: z.object({}), output: Screens })
/** The four digits that a new screen shows. 4001 wrong, 4029 after five wrong ones: that screen shows new digits. */
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
/** Its session ends at once. */
export const screenForget = act({
  name: 'screen_forget',
  needs: 'owner',
  input: z.object({ screen_id: z.string() }),
  output: z.object({ screen_id: z.string() }),
})

/** What a screen's browser says it can play by itself, by ffprobe's names; the containers are mp4, webm and mkv. */
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

/** How often the station says its clock, so that a page knows how late a word is. */
export const beatEveryMs = 5_000
/** A page says where its film stands at each change and this often. */
export const reportEveryMs = 5_000

/** A film as the TV shows it; point: where it was left on a screen of this box, ms, 0 = never begun. */
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
/** What a page plays when its line comes back: the station may have been away. */
const Playing = z.object({ play_id: z.string(), path: z.string(), point: Point, is_paused: z.boolean() })

/** Screen page → station. Points in ms. */
export const FromScreen = z.discriminatedUnion('kind', [
  /** First word. key: from the address after #, '' without. */
  z.object({ kind: z.literal('hello'), key: z.string(), can: z.array(z.enum(abilities)), playing: z.nullable(Playing) }),
  z.object({
    kind: z.literal('films'),
    id: z.string(),
    offset: z.int().check(z.gte(0)),
    limit: z.int().check(z.gte(1), z.lte(99)),
  }),
  z.object({ kind: z.literal('play'), movie_id: z.string(), point: Point }),
  /** Asks for a source from another point: of a film that the station converts, or where the old one has run out. */
  z.object({ kind: z.literal('source'), play_id: z.string(), point: Point }),
  z.object({ kind: z.literal('exit'), play_id: z.string() }),
  /** seq: the last command that is done. */
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
 * queue: three others wait already. inside: the library.
 */
export const faces = ['unbound', 'code', 'digits', 'queue', 'inside'] as const

/** Station → screen page. at: ms by the station's own clock, of no use but to compare. left_ms: how long code or digits hold. qr: an SVG path, side modules wide. */
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
  /** Load the page again: its cookie is a session now. */
  z.object({ kind: z.literal('admitted') }),
  /** The session is over. */
  z.object({ kind: z.literal('forgotten') }),
  z.object({ kind: z.literal('beat'), at: z.number() }),
  z.object({
    kind: z.literal('films'),
    id: z.string(),
    data: z.array(ScreenFilm),
    total: z.number(),
    recent: z.array(ScreenFilm),
  }),
  /** The library changed: ask again. */
  z.object({ kind: z.literal('stale') }),
  /** life_ms: what is left of the key's life. */
  z.object({
    kind: z.literal('key'),
    key: z.enum(remoteKeys),
    phase: z.enum(keyPhases),
    at: z.number(),
    life_ms: z.number(),
  }),
  /** offset: where the source begins in the film, ms; is_seekable: the source answers ranges. */
  z.object({
    kind: z.literal('load'),
    play_id: z.string(),
    seq: z.int(),
    url: z.string(),
    is_seekable: z.boolean(),
    offset: z.number(),
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
  /** A play that was asked for on this screen cannot be: reason of PlayRefusal. */
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])
export type ToScreen = z.infer<typeof ToScreen>
