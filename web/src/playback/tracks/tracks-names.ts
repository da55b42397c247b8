/** How tracks are named on screen. */
import { textNow } from '../../kit/lang.ts'
import { ownLanguageName } from '../../kit/text/language-name.ts'
import { soundLayout } from '../../kit/text/sound-layout.ts'
import { playbackText } from '../text.ts'
import type { AudioTrack, SubtitleTrack } from '@homeport/contract/shape/film/track.ts'

const codecs: Readonly<Record<string, string>> = {
  ac3: 'Dolby Digital',
  eac3: 'Dolby Digital Plus',
  truehd: 'Dolby TrueHD',
  dts: 'DTS',
  mp3: 'MP3',
  pcm_s16le: 'PCM',
  pcm_s24le: 'PCM',
  vorbis: 'Vorbis',
  opus: 'Opus',
}

/** 5.1 · FLAC, Mono · AAC */
export function soundFacts({ codec, channels }: AudioTrack): string {
  const { mono, stereo } = textNow(playbackText)
  const few: Readonly<Record<number, string>> = { 0: '', 1: mono, 2: stereo }
  return [few[channels] ?? soundLayout(channels), codecs[codec] ?? codec.toUpperCase()].filter(Boolean).join(' · ')
}

/** Words of a format, and what stands between them. */
const formatWords =
  /surround|stereo|mono|dolby|digital|atmos|truehd|dts(?:-?hd)?|hd|ma|plus|e?-?ac-?3|aac|flac|mp3|pcm|opus|ch|kbps|[\d\s@./-]+/gi

/** A title that says nothing but the format. */
function isFormat(title: string): boolean {
  return title.replace(formatWords, '') === ''
}

function audioName({ language, title }: AudioTrack, unknown: string): string {
  const name = ownLanguageName(language)
  if (title === '' || isFormat(title)) return name || unknown
  return title
}

/** name: its language; note: what else tells it apart. */
function subtitleName(
  { language, title, source, is_forced }: SubtitleTrack,
  words: { unknown: string; forced: string },
): TrackName {
  const name = ownLanguageName(language)
  const rest = source === 'inside' && isLanguageTitle(title) ? '' : title
  const note = [name === '' ? '' : rest, is_forced ? words.forced : ''].filter(Boolean).join(' · ')
  return { name: name || rest || words.unknown, note }
}

export type TrackName = { name: string; note: string }

/** By id. Subtitles that would look the same say the name of their file too, or else which one of them they are. */
export function subtitleNames(
  tracks: readonly SubtitleTrack[],
  words: { unknown: string; forced: string },
): ReadonlyMap<string, TrackName> {
  return toldApart(
    tracks.map((track) => {
      const file = track.source === 'beside' ? track.id.slice(track.id.indexOf(':') + 1) : ''
      return { id: track.id, ...subtitleName(track, words), looks: '', own: file }
    }),
  )
}

export function audioNames(tracks: readonly AudioTrack[], unknown: string): ReadonlyMap<string, TrackName> {
  return toldApart(
    tracks.map((track) => ({
      id: track.id,
      name: audioName(track, unknown),
      note: '',
      looks: soundFacts(track),
      own: '',
    })),
  )
}

/** looks: what else stands in the row. own: what no other track has, '' if there is no such thing. */
type Row = TrackName & { id: string; looks: string; own: string }

function toldApart(rows: readonly Row[]): ReadonlyMap<string, TrackName> {
  return new Map(
    rows.map((row) => {
      const { id, name, note, looks, own } = row
      const alike = rows.filter((other) => other.name === name && other.note === note && other.looks === looks)
      const added = alike.length === 1 ? '' : own || String(alike.indexOf(row) + 1)
      return [id, { name, note: [note, added].filter(Boolean).join(' · ') }]
    }),
  )
}

/** The languages of most films, as their tracks are often called. */
function isLanguageTitle(title: string): boolean {
  return /^(simplified|traditional)?\s*(chinese|english|german|french|spanish|japanese|korean|italian|russian|portuguese|[简繁]体(中文)?|繁體(中文)?|中文|英文|英语)\s*(\(?(simplified|traditional)\)?)?$/i.test(
    title.trim(),
  )
}

/** −0.5 s */
export function offsetText(offset_ms: number, seconds: string): string {
  const sign = offset_ms < 0 ? '−' : offset_ms > 0 ? '+' : ''
  return `${sign}${(Math.abs(offset_ms) / 1000).toFixed(1)} ${seconds}`
}
