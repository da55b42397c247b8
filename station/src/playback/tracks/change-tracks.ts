/** Changes the tracks of a session as a person chose, and keeps the choice. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { TextEncoding, TrackChoice } from '@homeport/contract/shape/film/track.ts'
import { Refusal } from '../../kit/refusal.ts'
import { refuseLacking } from '../delivery/play-refusal.ts'
import { portOf } from '../player-state.ts'
import { reload } from '../session-commands.ts'
import type { PlayStarter, Session } from '../session/session.ts'
import { habitAfter, markOf } from './choose-tracks.ts'
import { filmFileOf, sendTracks } from './send-tracks.ts'
import {
  choose,
  household,
  isOffsetLacking,
  locatedSubtitle,
  viewerOf,
  type SessionTracksState,
  type TracksContext,
} from './tracks-state.ts'

type Change = { choice: TrackChoice; by: PlayStarter }

/** 4004 for a track that is not there, or cannot be shown; 4000 for an encoding in which its text does not read, and for a second subtitle without a first one or that is the same. */
export async function changeTracks(tracks: TracksContext, session: Session, { choice, by }: Change): Promise<void> {
  const state = tracks.states.get(session.play_id)
  if (!state) return
  const { offset_ms, encoding, secondary_offset_ms } = choice
  if (choice.secondary_id) checkSecondary(state, choice)
  if (offset_ms !== undefined) checkOffset(state, choice)
  if (encoding !== undefined) await checkEncoding(tracks, session, { state, encoding, choice })
  const before = { choice: state.choice, habit: state.habit, chosen: state.chosen }
  apply(state, choice)
  if (offset_ms !== undefined) state.offsets.set(state.chosen.shown_id, offset_ms)
  if (secondary_offset_ms !== undefined) state.offsets.set(state.chosen.secondary_id, secondary_offset_ms)
  if (encoding !== undefined && state.chosen.shown_id !== '') {
    state.encodings.set(state.chosen.shown_id, encoding)
    // The text is read anew.
    if (state.shown) tracks.tickets.revoke(state.shown.url)
    state.shown = undefined
  }
  const playsAll = portOf(tracks.player, session.screen_id)?.playsAll
  if (playsAll || state.chosen.audio_id === before.chosen.audio_id) sendTracks(tracks, session, state)
  // The sound is part of the source.
  else
    await reload(tracks.player, session).catch((error: unknown) => {
      Object.assign(state, before)
      throw error
    })
  const { file_id, chosen } = state
  await keep(tracks, state, by)
  if (offset_ms !== undefined) await keepOffset(tracks, state, chosen.shown_id)
  if (secondary_offset_ms !== undefined) await keepOffset(tracks, state, chosen.secondary_id)
  if (encoding !== undefined && chosen.shown_id !== '')
    await tracks.store.keepEncoding({ file_id, track_id: chosen.shown_id }, encoding, tracks.player.now())
}

/** It stands above another one. */
function checkSecondary({ hasSecondary, chosen }: SessionTracksState, { subtitle_id, secondary_id }: TrackChoice): void {
  if (!hasSecondary) refuseLacking({ lacks: ['secondary'] }, 'secondary')
  const first = subtitle_id ?? chosen.subtitle_id
  if (first === '' || first === secondary_id) throw new Refusal(Code.invalid, { field: 'secondary_id', rule: 'invalid' })
}

function checkOffset(state: SessionTracksState, { subtitle_id }: TrackChoice): void {
  const id = subtitle_id ?? state.chosen.shown_id
  if (isOffsetLacking(state, id)) refuseLacking({ lacks: ['offset'] }, 'offset')
}

async function checkEncoding(
  { texts }: TracksContext,
  session: Session,
  { state, encoding, choice }: { state: SessionTracksState; encoding: TextEncoding; choice: TrackChoice },
): Promise<void> {
  const located = locatedSubtitle(state, choice.subtitle_id ?? state.chosen.shown_id)
  const readings = await texts.readings(located.location, filmFileOf(session))
  if (!readings.some((one) => one.encoding === encoding)) throw new Refusal(Code.invalid, { field: 'encoding', rule: 'invalid' })
}

function apply(state: SessionTracksState, { audio_id, subtitle_id, secondary_id, size }: TrackChoice): void {
  const audio = audio_id === undefined ? undefined : pick(state.audio, audio_id)
  const readable = state.subtitles.flatMap(({ track }) => (track.trouble === '' ? [track] : []))
  const subtitle = subtitle_id === undefined ? undefined : subtitle_id === '' ? 'off' : pick(readable, subtitle_id)
  const secondary =
    secondary_id === undefined ? state.choice.secondary : secondary_id === '' ? null : markOf(pick(readable, secondary_id))
  state.choice = {
    secondary,
    audio: audio ? markOf(audio) : state.choice.audio,
    subtitle: subtitle === undefined ? state.choice.subtitle : subtitle === 'off' ? 'off' : markOf(subtitle),
  }
  state.habit = habitAfter(state.habit, { audio, subtitle, size })
  choose(state)
}

/** For the person who chose, for the person who started the film, and as the household's last choice. */
async function keep(
  { store, player }: TracksContext,
  { film, choice, habit, viewer: starter }: SessionTracksState,
  by: PlayStarter,
): Promise<void> {
  const updated_at = player.now()
  const { audio_language, subtitle_language, size } = habit
  for (const viewer of new Set([viewerOf(by), starter, household])) {
    await store.keepChoice(viewer, { film, choice, updated_at })
    await store.changeHabit(viewer, { audio_language, subtitle_language, size }, updated_at)
  }
}

async function keepOffset(
  { store, player }: TracksContext,
  { file_id, offsets }: SessionTracksState,
  track_id: string,
): Promise<void> {
  if (track_id !== '') await store.keepOffset({ file_id, track_id }, offsets.get(track_id) ?? 0, player.now())
}

function pick<T extends { id: string }>(tracks: readonly T[], id: string): T {
  const track = tracks.find((one) => one.id === id)
  if (!track) throw new Refusal(Code.notFound, { reason: 'no_track' })
  return track
}
