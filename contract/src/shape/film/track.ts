/** Audio tracks, subtitles and chapters of a file, as its screen, the remote and the box name them. */
import * as z from 'zod/mini'

export const subtitleSizes = ['s', 'm', 'l'] as const
/** inside: a stream of the file. beside: a file in its folder. fetched: found by a search and kept by the box. */
export const subtitleSources = ['inside', 'beside', 'fetched'] as const
/** Why a subtitle cannot be shown: it consists of pictures, not of text; it cannot be read; the screen shows none. */
export const subtitleTroubles = ['picture', 'unreadable', 'screen'] as const

/** language: BCP 47, or '' if unknown; zh-Hans and zh-Hant are told apart. title: as the file names it, or ''. codec: ffprobe's name. */
export const AudioTrack = z.object({
  id: z.string(),
  language: z.string(),
  title: z.string(),
  codec: z.string(),
  channels: z.int(),
  is_default: z.boolean(),
})
export type AudioTrack = z.infer<typeof AudioTrack>

/** format: ffprobe's name of the codec, or the suffix of the file. trouble: '' if it can be shown. */
export const SubtitleTrack = z.object({
  id: z.string(),
  source: z._default(z.enum(subtitleSources), 'beside'),
  format: z.string(),
  language: z.string(),
  title: z.string(),
  is_forced: z.boolean(),
  is_default: z.boolean(),
  trouble: z.enum(['', ...subtitleTroubles]),
})
export type SubtitleTrack = z.infer<typeof SubtitleTrack>

/** start_ms: in the whole film. */
export const Chapter = z.object({ start_ms: z.number(), title: z.string() })
export type Chapter = z.infer<typeof Chapter>

/** The tracks and chapters of the playing file, and the present choices. audio_id: '' for a file without sound; subtitle_id: '' while off. offset_ms: positive shows subtitles later. is_loading: the text of a chosen subtitle is still being read from the file. secondary_id: the second subtitle, above the first, '' for none, and while the first is off. has_secondary: the screen shows two at once. has_offset: the screen shows the first one earlier or later. All lists are empty while nothing plays. */
export const PlayerTracks = z.object({
  audio: z.array(AudioTrack),
  subtitles: z.array(SubtitleTrack),
  chapters: z.array(Chapter),
  audio_id: z.string(),
  subtitle_id: z.string(),
  offset_ms: z.int(),
  size: z._default(z.enum(subtitleSizes), 'm'),
  is_loading: z._default(z.boolean(), false),
  secondary_id: z._default(z.string(), ''),
  secondary_offset_ms: z._default(z.int(), 0),
  has_secondary: z._default(z.boolean(), false),
  has_offset: z._default(z.boolean(), true),
})
export type PlayerTracks = z.infer<typeof PlayerTracks>

export const noTracks: PlayerTracks = {
  audio: [],
  subtitles: [],
  chapters: [],
  audio_id: '',
  subtitle_id: '',
  offset_ms: 0,
  size: 'm',
  is_loading: false,
  secondary_id: '',
  secondary_offset_ms: 0,
  has_secondary: false,
  has_offset: true,
}

const HabitLanguage = z.string().check(z.regex(/^[\w-]{0,20}$/, 'invalid'))
const habitFields = {
  audio_language: HabitLanguage,
  subtitle_language: HabitLanguage,
  second_subtitle_language: HabitLanguage,
  size: z.enum(subtitleSizes),
  plays_next: z.boolean(),
  shows_bullets: z.boolean(),
  hides_unseen: z.boolean(),
}
/**
 * How a person usually watches. Languages are BCP 47, '' if there is no habit yet; subtitle_language may be 'off'. second_subtitle_language: for a film without subtitles in the first.
 * plays_next: the next episode, or file of the folder, begins by itself. shows_bullets: comments fly over the film; off until one is written. hides_unseen: episodes that the person has not begun are shown without still and plot. Fields that an older box leaves out have their defaults.
 */
export const PlayHabit = z.object({
  ...habitFields,
  second_subtitle_language: z._default(HabitLanguage, ''),
  size: z._default(z.enum(subtitleSizes), 'm'),
  plays_next: z._default(z.boolean(), true),
  shows_bullets: z._default(z.boolean(), false),
  hides_unseen: z._default(z.boolean(), false),
})
export type PlayHabit = z.infer<typeof PlayHabit>
/** A field left out stays as it is. */
export const PlayHabitChange = z.partial(z.object(habitFields))
export type PlayHabitChange = z.infer<typeof PlayHabitChange>

/** The encodings that the text of a file may be written in, by the names of the Encoding Standard; others by those of IANA and of iconv. cp: pages of DOS. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'hz-gb-2312',
  'euc-kr',
  'iso-2022-kr',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-u',
  'koi8-t',
  'ibm866',
  'cp437',
  'cp720',
  'cp737',
  'cp775',
  'cp850',
  'cp852',
  'cp855',
  'cp857',
  'cp860',
  'cp861',
  'cp862',
  'cp863',
  'cp864',
  'cp865',
  'cp869',
  'cp1125',
  'macintosh',
  'x-mac-ce',
  'x-mac-cyrillic',
  'x-mac-greek',
  'x-mac-turkish',
  'viscii',
  'tcvn',
  'armscii-8',
  'georgian-academy',
  'georgian-ps',
  'kz-1048',
  'ptcp154',
] as const
export type TextEncoding = (typeof textEncodings)[number]
/** line: of the text, as it reads in this encoding. */
export const TextReading = z.object({ encoding: z.enum(textEncodings), line: z.string() })
export type TextReading = z.infer<typeof TextReading>

export const maxSubtitleOffsetMs = 600_000
const OffsetMs = z.int().check(z.gte(-maxSubtitleOffsetMs, 'range'), z.lte(maxSubtitleOffsetMs, 'range'))
/** A person's choice of tracks; a field left out stays as it is. offset_ms, encoding: of the subtitle that is shown, kept for its file. secondary_id: a second subtitle above it, '' for none; secondary_offset_ms: of that one. */
export const TrackChoice = z.object({
  audio_id: z.optional(z.string()),
  subtitle_id: z.optional(z.string()),
  offset_ms: z.optional(OffsetMs),
  size: z.optional(z.enum(subtitleSizes)),
  encoding: z.optional(z.enum(textEncodings)),
  secondary_id: z.optional(z.string()),
  secondary_offset_ms: z.optional(OffsetMs),
})
export type TrackChoice = z.infer<typeof TrackChoice>
