/** Sends the tracks of a session to its screen and to the phones, and the text of the subtitle that is shown. */
import type { ShownSubtitle } from '@homeport/contract/playback/screen-protocol.ts'
import type { TextEncoding } from '@homeport/contract/shape/film/track.ts'
import { isStandardEncoding } from '../../kit/text-encoding/text-decoder.ts'
import { startOf } from '../delivery/parts.ts'
import { portOf, sessionOf, type SessionRef } from '../player-state.ts'
import type { Session } from '../session/session.ts'
import type { Cue } from '../subtitle/cue.ts'
import { writeSrt } from '../subtitle/write-srt.ts'
import { writeVtt } from '../subtitle/write-vtt.ts'
import type { LocatedSubtitle } from './file-tracks.ts'
import type { Named, SubtitleText } from './subtitle-tickets.ts'
import type { LocalSubtitle } from '../../shared/local-files.ts'
import { choose, tracksView, type SessionTracksState, type ShownText, type TracksContext } from './tracks-state.ts'

export function sendTracks(tracks: TracksContext, ref: SessionRef, state: SessionTracksState): void {
  const session = sessionOf(tracks.player, ref)
  if (!session) return
  const { chosen } = state
  show(tracks, session, { state, slot: 'shown', track_id: chosen.shown_id })
  show(tracks, session, { state, slot: 'secondary', track_id: chosen.secondary_id })
  const { screen_id, ...view } = tracksView(tracks, session)
  const { play_id } = session
  const subtitle = shownSubtitle(state, state.shown, view.offset_ms)
  const secondary = shownSubtitle(state, state.secondary, view.secondary_offset_ms)
  portOf(tracks.player, screen_id)?.send({ kind: 'tracks', play_id, tracks: view, subtitle, secondary })
  tracks.push({ ...view, screen_id })
}

function shownSubtitle(
  { subtitles, habit }: SessionTracksState,
  shown: ShownText | undefined,
  offset_ms: number,
): ShownSubtitle | null {
  const track = subtitles.find(({ track: { id } }) => id === shown?.track_id)?.track
  return shown && track ? { url: shown.url, language: track.language, offset_ms, size: habit.size } : null
}

type Slot = { state: SessionTracksState; slot: 'shown' | 'secondary'; track_id: string }

/** Starts to read the text of a subtitle that is to be shown, unless it is shown already. */
function show(tracks: TracksContext, session: Session, { state, slot, track_id }: Slot): void {
  const { tickets, push } = tracks
  const before = state[slot]
  if (before?.track_id === track_id) return
  if (before) tickets.revoke(before.url)
  state[slot] = undefined
  const located = state.subtitles.find(({ track }) => track.id === track_id)
  if (!located) return
  const part = { located, encoding: state.encodings.get(track_id) }
  const { playsAll = false, isLocal = false } = portOf(tracks.player, session.screen_id) ?? {}
  // Its player has the streams of the film; other files come from the box.
  const isOwn = isLocal || (playsAll && located.location.kind === 'stream')
  const named: Named = isOwn ? { local: localOf(tracks, session, part) } : { text: textOf(tracks, session, part) }
  const read: Promise<unknown> = 'text' in named ? named.text : named.local
  const shown = {
    track_id,
    url: tickets.issue({ screen_id: session.screen_id, named, isOver: () => !sessionOf(tracks.player, session) }),
    isLoading: true,
  }
  state[slot] = shown
  const isCurrent = () => state[slot] === shown && sessionOf(tracks.player, session) !== undefined
  read.then(
    () => {
      shown.isLoading = false
      if (isCurrent()) push(tracksView(tracks, sessionOf(tracks.player, session)))
    },
    () => {
      shown.isLoading = false
      located.track.trouble = 'unreadable'
      if (!isCurrent()) return
      choose(state)
      sendTracks(tracks, session, state)
    },
  )
}

export function filmFileOf({ file, streams }: Session): Parameters<TracksContext['texts']['cuesOf']>[1] {
  return {
    path: file.path,
    streams: streams?.subtitles ?? [],
    framesPerSecond: streams?.picture?.framesPerSecond ?? 0,
  }
}

type Texts = Pick<TracksContext, 'texts'>
type EncodedSubtitle = { located: LocatedSubtitle; encoding: TextEncoding | undefined }

/** Formats that neither mpv nor ffmpeg has a reader of. */
const boxReads = /\.(?:ttml|dfxp)$/i

/** Its screen reads the text, with its styles; the box says how it is encoded. */
async function localOf({ texts }: Texts, session: Session, { located, encoding }: EncodedSubtitle): Promise<LocalSubtitle> {
  const { location } = located
  if (location.kind === 'stream') return { location, encoding: undefined }
  if (boxReads.test(location.path)) {
    const cues = await cuesOf({ texts }, session, { located, encoding })
    return { location, encoding: 'utf-8', text: await writeSrt(cues, 0) }
  }
  const read = encoding ?? (await texts.readings(location, filmFileOf(session)))[0]?.encoding
  // iconv, by which mpv decodes, has not all of the box's encodings, and other names for some.
  if (read && !isStandardEncoding(read)) return { location, encoding: 'utf-8', text: await texts.textOf(location, read) }
  return { location, encoding: read }
}

/** Rejects where there is none. */
async function cuesOf({ texts }: Texts, session: Session, { located, encoding }: EncodedSubtitle): Promise<Cue[]> {
  const cues = await texts.cuesOf(located.location, filmFileOf(session), encoding)
  if (cues.length === 0) throw new Error('a subtitle without text')
  return cues
}

async function textOf(tracks: Texts, session: Session, part: EncodedSubtitle): Promise<SubtitleText> {
  const { file, parts } = session
  const cues = await cuesOf(tracks, session, part)
  const startMs = startOf({ file, parts })
  return { vtt: await writeVtt(cues, startMs), srt: (laterMs) => writeSrt(cues, startMs + laterMs) }
}
