/** The tracks of each session: listed when a file is loaded, chosen by what is known of the person, changed from phones and from the screen. */
import type { PlayHabit, PlayHabitChange, TrackChoice } from '@homeport/contract/shape/film/track.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { subtitleReadings } from '@homeport/contract/playback/tracks.ts'
import { refused } from '../delivery/play-refusal.ts'
import { currentSession, isOpenTo, portOf, sessionOf, type PlayerState } from '../player-state.ts'
import { dispatch } from '../run-step.ts'
import type { ScreenPort } from '../screen-port.ts'
import type { PlayStarter, Session } from '../session/session.ts'
import type { FileStreams } from '../delivery/streams.ts'
import { changeTracks } from './change-tracks.ts'
import { conversionOf } from './file-conversion.ts'
import { allSubtitlesOf, audioTracksOf, type LocatedSubtitle } from './file-tracks.ts'
import { offlineAudioIndexOf, offlineSubtitlesOf } from './offline-tracks.ts'
import { filmFileOf, sendTracks } from './send-tracks.ts'
import {
  choose,
  newTracksState,
  locatedSubtitle,
  tracksView,
  viewerOf,
  type SessionTracksDeps,
  type SessionTracksState,
  type SessionTracksView,
  type TracksContext,
} from './tracks-state.ts'

export function createSessionTracks(deps: SessionTracksDeps) {
  const tracks: TracksContext = { ...deps, states: new Map() }
  const { player, states } = tracks
  const view = (session: Session | undefined) => tracksView(tracks, session)

  return {
    /** Before the source of a file is chosen: its audio track. */
    async audioIndexOf(session: Session, { streams }: { streams: FileStreams }): Promise<number | undefined> {
      const state = states.get(session.play_id) ?? (await newTracksState(tracks, session))
      if (sessionOf(player, session)) states.set(session.play_id, state)
      state.audio = audioTracksOf(streams.audio)
      choose(state)
      return state.audio[0]?.id === state.chosen.audio_id ? undefined : Number(state.chosen.audio_id)
    },
    conversionOf: (of: Parameters<typeof conversionOf>[1]) => conversionOf(tracks, of),
    offlineAudioIndexOf: (of: Parameters<typeof offlineAudioIndexOf>[1]) => offlineAudioIndexOf(tracks, of),
    offlineSubtitlesOf: (of: Parameters<typeof offlineSubtitlesOf>[1]) => offlineSubtitlesOf(tracks, of),
    closed: ({ play_id }: Session): void => void states.delete(play_id),
    /** The source was sent: its subtitles follow. */
    async loaded(session: Session): Promise<void> {
      const state = states.get(session.play_id)
      if (!state) return
      if (state.file_id !== session.file.id) await list(tracks, session, state)
      sendTracks(tracks, session, state)
    },
    /** target: a screen's id, '' for the one that plays. */
    view: (target: string): SessionTracksView => view(sessionAt(player, target)),
    async set(target: string, choice: TrackChoice, by: PlayStarter): Promise<SessionTracksView> {
      const session = sessionAt(player, target)
      if (!session) throw refused('no_screen')
      await changeTracks(tracks, session, { choice, by })
      return view(sessionOf(player, session) ?? session)
    },
    /** The readings of the subtitle that is shown. */
    async readings(target: string): Promise<Out<typeof subtitleReadings.output>> {
      const session = sessionAt(player, target)
      if (!session) throw refused('no_screen')
      const state = states.get(session.play_id)
      const located = locatedSubtitle(state, state?.chosen.shown_id ?? '')
      const data = await tracks.texts.readings(located.location, filmFileOf(session))
      const encoding = state?.encodings.get(located.track.id) ?? data[0]?.encoding ?? 'utf-8'
      return { encoding, data }
    },
    /** Chosen on the screen itself; a choice for a film that no longer plays is dropped. */
    async chosenOnScreen({ screen_id }: ScreenPort, { play_id, ...choice }: TrackChoice & { play_id: string }): Promise<void> {
      const session = player.sessions.get(screen_id)
      if (session?.play_id === play_id) await changeTracks(tracks, session, { choice, by: session.by })
    },
    habit: (by: PlayStarter): Promise<PlayHabit> => tracks.store.habit(viewerOf(by)),
    setHabit: (by: PlayStarter, change: PlayHabitChange) => changeHabit(tracks, by, change),
    /** Comments were shown or hidden on the screen itself. */
    async bulletsTurned(
      { screen_id }: ScreenPort,
      { play_id, are_shown }: { play_id: string; are_shown: boolean },
    ): Promise<void> {
      const session = player.sessions.get(screen_id)
      if (session?.play_id === play_id) await changeHabit(tracks, session.by, { shows_bullets: are_shown })
    },
    /** The languages of the subtitles and the sound that a person usually chooses; '' or 'off' may be among them. */
    async languagesOf(by: PlayStarter): Promise<string[]> {
      const { subtitle_language, second_subtitle_language, audio_language } = await tracks.store.habit(viewerOf(by))
      return [subtitle_language, second_subtitle_language, audio_language]
    },
    /** A subtitle was fetched for this file: where it plays it is shown at once, but on nobody else's own browser. */
    async fetchedFor(file_id: string, track_id: string, by: PlayStarter): Promise<void> {
      for (const session of player.sessions.values()) {
        const state = states.get(session.play_id)
        if (session.file.id !== file_id || !state || !isOpenTo(player, session.screen_id, by)) continue
        await list(tracks, session, state)
        await changeTracks(tracks, session, { choice: { subtitle_id: track_id }, by })
      }
    },
  }
}

async function changeHabit({ player, store }: TracksContext, by: PlayStarter, change: PlayHabitChange): Promise<PlayHabit> {
  const viewer = viewerOf(by)
  const habit = await store.changeHabit(viewer, change, player.now())
  for (const session of player.sessions.values())
    if (viewerOf(session.by) === viewer) await dispatch(player, session, { kind: 'habit' })
  return habit
}

async function list(tracks: TracksContext, session: Session, state: SessionTracksState): Promise<void> {
  const { file, streams } = session
  const [subtitles, offsets, encodings] = await Promise.all([
    allSubtitlesOf(tracks, file, streams?.subtitles ?? []),
    tracks.store.offsets(file.id),
    tracks.store.encodings(file.id),
  ])
  state.file_id = file.id
  state.offsets = offsets
  state.encodings = encodings
  state.shown = undefined
  state.secondary = undefined
  const { lacks = [], playsAll = false } = portOf(tracks.player, session.screen_id) ?? {}
  state.hasSecondary = !lacks.includes('secondary')
  state.lacksOffset = lacks.includes('offset')
  state.subtitles = lacks.includes('subtitles') ? subtitles.map(hidden) : playsAll ? subtitles.map(drawn) : subtitles
  choose(state)
}

/** A player of films shows subtitles that consist of pictures. */
function drawn(located: LocatedSubtitle): LocatedSubtitle {
  return located.track.trouble === 'picture' ? { ...located, track: { ...located.track, trouble: '' } } : located
}

function hidden(located: LocatedSubtitle): LocatedSubtitle {
  return { ...located, track: { ...located.track, trouble: located.track.trouble || 'screen' } }
}

function sessionAt(player: PlayerState, target: string): Session | undefined {
  return target === '' ? currentSession(player) : player.sessions.get(target)
}
