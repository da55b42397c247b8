/** The state of a session's tracks, and how phones see it. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { noTracks, type AudioTrack, type PlayerTracks } from '@homeport/contract/shape/film/track.ts'
import { Refusal } from '../../kit/refusal.ts'
import { startOf } from '../delivery/parts.ts'
import type { PlayerState } from '../player-state.ts'
import type { PlayStarter, Session } from '../session/session.ts'
import { chooseTracks, type ChosenTracks, type FilmChoice } from './choose-tracks.ts'
import type { PlayHabit, TextEncoding } from '@homeport/contract/shape/film/track.ts'
import type { LocatedSubtitle, SubtitleSources } from './file-tracks.ts'
import type { SubtitleTexts } from './subtitle-texts.ts'
import type { createSubtitleTickets } from './subtitle-tickets.ts'
import type { TrackChoiceStore } from './track-choice.store.ts'
import type { PictureStream } from '../delivery/streams.ts'

export type SessionTracksDeps = SubtitleSources & {
  player: PlayerState
  store: TrackChoiceStore
  texts: SubtitleTexts
  tickets: ReturnType<typeof createSubtitleTickets>
  /** The series of an episode, '' of another film. */
  seriesOf: (movie_id: string) => Promise<string>
  /** Seconds of film with such a picture that the box converts in one; null if it is not known. */
  speedOf: (picture: PictureStream) => Promise<number | null>
  push: (tracks: SessionTracksView) => void
}

export type SessionTracksView = PlayerTracks & { screen_id: string }

export type SessionTracksState = {
  viewer: string
  /** The series of an episode, else the film. */
  film: string
  choice: FilmChoice
  habit: PlayHabit
  /** The file whose subtitles are listed; '' before the first. */
  file_id: string
  audio: AudioTrack[]
  subtitles: LocatedSubtitle[]
  /** By track id. */
  offsets: Map<string, number>
  /** Chosen ones, by track id. */
  encodings: Map<string, TextEncoding>
  chosen: ChosenTracks
  /** The screen shows two subtitles at once. */
  hasSecondary: boolean
  /** Its player sets no offset of what is inside the file. */
  lacksOffset: boolean
  /** The subtitles on the screen. */
  shown: ShownText | undefined
  secondary: ShownText | undefined
}
export type ShownText = { track_id: string; url: string; isLoading: boolean }

/** All functions of a session's tracks take this. */
export type TracksContext = SessionTracksDeps & {
  /** By play. */
  states: Map<string, SessionTracksState>
}

export const household = ''
export const viewerOf = (by: PlayStarter): string => (by ? `${by.realm}:${by.user_id}` : household)

export async function newTracksState(
  { store, seriesOf }: TracksContext,
  { file, by }: Pick<Session, 'file' | 'by'>,
): Promise<SessionTracksState> {
  const viewer = viewerOf(by)
  const film = (await seriesOf(file.movie_id)) || file.movie_id || file.id
  return {
    viewer,
    film,
    choice: await store.choice(viewer, film),
    habit: await store.habit(viewer),
    file_id: '',
    audio: [],
    subtitles: [],
    offsets: new Map(),
    encodings: new Map(),
    chosen: { audio_id: '', subtitle_id: '', shown_id: '', secondary_id: '' },
    hasSecondary: false,
    lacksOffset: false,
    shown: undefined,
    secondary: undefined,
  }
}

/** 4004 for none. */
export function locatedSubtitle(state: SessionTracksState | undefined, track_id: string): LocatedSubtitle {
  const located = state?.subtitles.find(({ track }) => track.id === track_id)
  if (!located) throw new Refusal(Code.notFound, { reason: 'no_track' })
  return located
}

export function choose(state: SessionTracksState): void {
  const tracks = { audio: state.audio, subtitles: state.subtitles.map(({ track }) => track) }
  const chosen = chooseTracks(tracks, state)
  state.chosen = state.hasSecondary ? chosen : { ...chosen, secondary_id: '' }
}

/** Its own player shows a subtitle inside the file when the file says so. */
export function isOffsetLacking({ lacksOffset, subtitles }: SessionTracksState, track_id: string): boolean {
  return lacksOffset && subtitles.some(({ track: { id, source } }) => id === track_id && source === 'inside')
}

export function tracksView({ states }: TracksContext, session: Session | undefined): SessionTracksView {
  const state = session && states.get(session.play_id)
  if (!session || !state) return { ...noTracks, screen_id: session?.screen_id ?? '' }
  const { audio, subtitles, chosen, offsets, habit, shown, secondary, hasSecondary } = state
  return {
    audio,
    subtitles: subtitles.map(({ track }) => track),
    chapters: chaptersOf(session),
    audio_id: chosen.audio_id,
    subtitle_id: chosen.subtitle_id,
    offset_ms: offsets.get(chosen.shown_id) ?? 0,
    size: habit.size,
    is_loading: [shown, secondary].some((one) => one?.isLoading),
    secondary_id: chosen.secondary_id,
    secondary_offset_ms: offsets.get(chosen.secondary_id) ?? 0,
    has_secondary: hasSecondary,
    has_offset: !isOffsetLacking(state, chosen.shown_id),
    screen_id: session.screen_id,
  }
}

/** In the whole film. */
function chaptersOf({ file, parts, streams }: Session): PlayerTracks['chapters'] {
  const from = startOf({ file, parts })
  return (streams?.chapters ?? []).map(({ startMs, title }) => ({ start_ms: from + startMs, title }))
}
