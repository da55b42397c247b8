/** The tracks of a film that a phone takes along: the sound that its person hears, and the subtitles as WebVTT with the offsets and encodings that people chose. */
import type { SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import type { PlayStarter } from '../session/session.ts'
import type { FileStreams } from '../delivery/streams.ts'
import { writeVtt } from '../subtitle/write-vtt.ts'
import { allSubtitlesOf, audioTracksOf } from './file-tracks.ts'
import { choose, newTracksState, type TracksContext } from './tracks-state.ts'

/** A film from a shop may have forty. */
const most = 16

/** isShown: a TV would show it to this person. */
export type OfflineSubtitle = { track: SubtitleTrack; vtt: string; isShown: boolean }
type Film = { file: PlayableFile; streams: FileStreams; by: PlayStarter }

/** Those that consist of text, and have some. The one that is shown comes first. */
export async function offlineSubtitlesOf(tracks: TracksContext, { file, streams, by }: Film): Promise<OfflineSubtitle[]> {
  const [state, subtitles, offsets, encodings] = await Promise.all([
    newTracksState(tracks, { file, by }),
    allSubtitlesOf(tracks, file, streams.subtitles),
    tracks.store.offsets(file.id),
    tracks.store.encodings(file.id),
  ])
  state.audio = audioTracksOf(streams.audio)
  state.subtitles = subtitles
  choose(state)
  const { shown_id } = state.chosen
  const isFirst = ({ track: { id } }: (typeof subtitles)[number]) => Number(id !== shown_id)
  const readable = subtitles.filter(({ track }) => track.trouble === '').toSorted((one, other) => isFirst(one) - isFirst(other))
  const film = { path: file.path, streams: streams.subtitles, framesPerSecond: streams.picture?.framesPerSecond ?? 0 }
  const texts: OfflineSubtitle[] = []
  for (const { track, location } of readable.slice(0, most)) {
    const cues = await tracks.texts.cuesOf(location, film, encodings.get(track.id))
    const vtt = await writeVtt(
      cues.filter(({ startMs }) => startMs + (offsets.get(track.id) ?? 0) >= 0),
      offsets.get(track.id) ?? 0,
    )
    if (cues.length > 0) texts.push({ track, vtt, isShown: track.id === shown_id })
  }
  return texts
}

/** ffprobe's index of the audio track that a TV would play to this person; undefined: the first of the file. */
export async function offlineAudioIndexOf(tracks: TracksContext, { file, streams, by }: Film): Promise<number | undefined> {
  const state = await newTracksState(tracks, { file, by })
  state.audio = audioTracksOf(streams.audio)
  choose(state)
  return state.audio[0]?.id === state.chosen.audio_id ? undefined : Number(state.chosen.audio_id)
}
