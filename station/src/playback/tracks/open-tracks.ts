/** Joins the tracks to the player: their tables, the folder of texts, and the acts. */
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { fileTracks } from '@homeport/contract/playback/tracks.ts'
import type { PlayHabitChange } from '@homeport/contract/shape/film/track.ts'
import { join } from 'node:path'
import type { Db } from '../../kit/db.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import type { PlayStarter, Session } from '../session/session.ts'
import { allSubtitlesOf, audioTracksOf } from './file-tracks.ts'
import { createSessionTracks } from './session-tracks.ts'
import { createSubtitleTexts } from './subtitle-texts.ts'
import { createSubtitleTickets } from './subtitle-tickets.ts'
import { trackActs } from './track-acts.ts'
import { trackChoiceStore } from './track-choice.store.ts'
import type { SessionTracksDeps } from './tracks-state.ts'

/** folder: the box's own. */
export type TracksDeps = Pick<SessionTracksDeps, 'player' | 'isInside' | 'seriesOf' | 'fetched' | 'speedOf' | 'push'> & {
  db: Db
  /** Refuses what is no video of the library. */
  fileOf: (path: string) => Promise<PlayableFile>
  folder: string
  ffmpeg: () => Promise<string>
}

export function openTracks(deps: TracksDeps) {
  const { player, db, fileOf, folder, ffmpeg, isInside, fetched } = deps
  const texts = createSubtitleTexts({ folder: join(folder, 'subtitle-texts'), ffmpeg, isInside, now: player.now })
  const tickets = createSubtitleTickets()
  const tracks = createSessionTracks({
    ...deps,
    store: trackChoiceStore(db),
    texts,
    tickets,
  })
  async function tracksOf(path: string, by: PlayStarter): Promise<Out<typeof fileTracks.output>> {
    const file = await fileOf(path)
    const streams = await player.streams(file)
    const subtitles = await allSubtitlesOf({ isInside, fetched }, file, streams?.subtitles ?? [])
    const conversion = streams ? await tracks.conversionOf({ file, streams, by }) : null
    return { audio: audioTracksOf(streams?.audio ?? []), subtitles: subtitles.map(({ track }) => track), conversion }
  }
  return {
    acts: trackActs({ ...tracks, tracksOf }),
    /** Tracks of a film that a phone takes along. */
    offline: { subtitlesOf: tracks.offlineSubtitlesOf, audioIndexOf: tracks.offlineAudioIndexOf },
    audioIndexOf: (...source: Parameters<typeof tracks.audioIndexOf>) => tracks.audioIndexOf(...source),
    loaded: (session: Session): void => void tracks.loaded(session).catch(player.onFault),
    closed: (session: Session) => tracks.closed(session),
    chosenOnScreen: (...choice: Parameters<typeof tracks.chosenOnScreen>) => tracks.chosenOnScreen(...choice),
    fetched: (...subtitle: Parameters<typeof tracks.fetchedFor>) => tracks.fetchedFor(...subtitle),
    habit: (by: PlayStarter) => tracks.habit(by),
    setHabit: (by: PlayStarter, change: PlayHabitChange) => tracks.setHabit(by, change),
    bulletsTurned: (...turn: Parameters<typeof tracks.bulletsTurned>) => tracks.bulletsTurned(...turn),
    languagesOf: (by: PlayStarter) => tracks.languagesOf(by),
    localOf: (ticket: string) => tickets.localOf(ticket),
    respond: (...request: Parameters<typeof tickets.respond>) => tickets.respond(...request),
    start: () => texts.start(),
    stop: () => texts.stop(),
  }
}
