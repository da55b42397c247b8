/** Copies of films that a phone takes along: the sizes of a film, the copies that the box prepares, and where somebody stopped without a network. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { BoxHttpsPort } from '../shape/box-https.ts'

/** The lines that a converted copy has at the most; 0: the picture as it is in the file. */
const copyHeights = [0, 1080, 720, 480] as const
const Height = z.literal(copyHeights)
export type CopyHeight = z.infer<typeof Height>

/**
 * Why a film cannot be taken along. no_file: it is not on its disk. loading: it is still being downloaded. parts: it is in several files (CD1, CD2). damaged: its file cannot be read. encrypted: it is
 * protected. no_ffmpeg, no_decoder: the box cannot convert it. no_space: the box's disk is full; the copy waits for room.
 */
export const copyHindrances = [
  'no_film',
  'no_file',
  'loading',
  'parts',
  'damaged',
  'encrypted',
  'no_ffmpeg',
  'no_decoder',
  'no_space',
  'failed',
] as const
const Hindrance = z.enum(['', ...copyHindrances])
export type CopyHindrance = (typeof copyHindrances)[number]

/** data of a refusal. */
export const CopyRefusal = z.object({ reason: z.enum(copyHindrances) })

const Id = z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'range'))

/** height: as of a copy. lines: of its picture. size in bytes: of the file itself, else the most that it can become; null if nobody can say. */
export const CopySize = z.object({ height: Height, lines: z.int(), size: z.nullable(z.number()) })
export type CopySize = z.infer<typeof CopySize>

/**
 * The sizes in which a film can be taken along, the largest first; none where there is a hindrance. path: a file's id, '' = the film's first one. movie_id of the answer: the film or episode.
 * https_port: of a home whose app by https reaches the box's files; 0 if no app can take films along.
 */
export const copySizes = act({
  name: 'copy_sizes',
  input: z.object({ movie_id: z._default(z.string(), ''), path: z._default(z.string(), '') }),
  output: z.object({
    movie_id: z.string(),
    file_id: z.string(),
    duration_ms: z.nullable(z.number()),
    hindrance: Hindrance,
    sizes: z.array(CopySize),
    https_port: BoxHttpsPort,
  }),
})

/** progress: 0 to 100, of one that is being prepared. size in bytes, of one that is ready. hindrance: why one failed, or why it waits. */
export const OfflineCopy = z.object({
  copy_id: z.string(),
  movie_id: z.string(),
  file_id: z.string(),
  height: Height,
  state: z._default(z.enum(['waiting', 'preparing', 'ready', 'failed']), 'waiting'),
  progress: z.number(),
  size: z.nullable(z.number()),
  hindrance: Hindrance,
})
export type OfflineCopy = z.infer<typeof OfflineCopy>

/** Prepares a copy, one after the other on a box; the same copy again is answered as it is, and a failed one is tried anew. It is kept for a week after it was last asked for. 4004 with CopyRefusal. */
export const copyPrepare = act({
  name: 'copy_prepare',
  input: z.object({ movie_id: z._default(z.string(), ''), path: z._default(z.string(), ''), height: Height }),
  output: OfflineCopy,
})

/** 4004 without data if the box has no such copy of the sender's any more: it is prepared anew by copy_prepare. */
export const copyState = act({ name: 'copy_state', input: z.object({ copy_id: Id }), output: OfflineCopy })

/** url: an address on the box's own server, for ten minutes, that answers with the file of a copy that is ready, with ranges; from `https_port` it is at `boxPath` of the app's own address. size in bytes. 4004 as copy_state, and with CopyRefusal if it is not ready. */
export const copyTicket = act({
  name: 'copy_ticket',
  input: z.object({ copy_id: Id }),
  output: z.object({ url: z.string(), https_port: BoxHttpsPort, size: z.number() }),
})

/** language, title: as of SubtitleTrack. is_shown: a TV would show it to the sender. blob: its text as WebVTT. */
export const CopySubtitle = z.object({ language: z.string(), title: z.string(), is_shown: z.boolean(), blob: z.string() })

/** The subtitles of a copy that consist of text. Those inside a large film are taken out of it first: where that takes longer than an act, it is asked again. 4004 as copy_state. */
export const copySubtitles = act({
  name: 'copy_subtitles',
  input: z.object({ copy_id: Id }),
  output: z.object({ data: z.array(CopySubtitle) }),
})

/** The phone has it, or wants it no more: what nobody else has asked for is removed from the box. */
export const copyRemove = act({ name: 'copy_remove', input: z.object({ copy_id: Id }), output: z.object({}) })

const Milliseconds = z.int().check(z.gte(0, 'range'))

/** A place in a film that a phone had taken along. duration_ms: 0 = unknown. age_ms: how long ago by the phone's clock. */
const LeftOffline = z.object({ point_ms: Milliseconds, duration_ms: Milliseconds, is_watched: z.boolean(), age_ms: Milliseconds })

/** Tells the box where the sender stopped on the phone, null for nothing new, and answers where they stopped last, on the phone or elsewhere; 0: nowhere. The later of the two counts. 4004 with CopyRefusal if the box has no such film. */
export const copyPoint = act({
  name: 'copy_point',
  input: z.object({ movie_id: Id, left: z._default(z.nullable(LeftOffline), null) }),
  output: z.object({ point_ms: Milliseconds }),
})
