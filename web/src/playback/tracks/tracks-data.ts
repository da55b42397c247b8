/** The tracks of the film on a screen: asked for when the sheet opens, kept up by the box's messages, changed at once by a tap. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { PlayerTracks, TrackChoice } from '@homeport/contract/shape/film/track.ts'
import {
  playerSetTracks,
  playerTracks,
  subtitleFetch,
  subtitleReadings,
  subtitleSearch,
  SubtitleRefusal,
} from '@homeport/contract/playback/tracks.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { onAct, send } from '../../kit/call/box-connection.ts'
import { edit, optimistic } from '../../kit/keep/optimistic.ts'
import { session } from '../../kit/session.ts'

/** path: of the film: another film on that screen has other tracks. */
export type TracksTarget = { screen_id: string; path: string }

export const tracksOf = ({ screen_id, path }: TracksTarget) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'tracks', session.get().device?.devsn, screen_id, path],
    queryFn: (): Promise<PlayerTracks> => send(playerTracks, { target: screen_id }),
    retry: 1,
    meta: { isQuiet: true },
  })

/** A message about the screen is about the film that plays there now. */
export function watchTracks(client: QueryClient, target: TracksTarget): () => void {
  return onAct(playerTracks, ({ screen_id, ...tracks }) => {
    if (screen_id === target.screen_id) client.setQueryData(tracksOf(target).queryKey, tracks)
  })
}

/** The latest change: an answer to an earlier one would bring back what it replaced. */
let latest = 0

export const setTracks = (client: QueryClient, target: TracksTarget) =>
  mutationOptions({
    mutationFn: async (choice: TrackChoice) => {
      const turn = (latest += 1)
      const { screen_id, ...tracks } = await send(playerSetTracks, { ...choice, target: target.screen_id })
      if (turn === latest && screen_id === target.screen_id) client.setQueryData(tracksOf(target).queryKey, tracks)
    },
    ...optimistic((choice: TrackChoice) =>
      edit(client, tracksOf(target).queryKey, (tracks) => ({
        ...tracks,
        audio_id: choice.audio_id ?? tracks.audio_id,
        subtitle_id: choice.subtitle_id ?? tracks.subtitle_id,
        offset_ms: choice.offset_ms ?? tracks.offset_ms,
        size: choice.size ?? tracks.size,
        secondary_id: choice.secondary_id ?? tracks.secondary_id,
        secondary_offset_ms: choice.secondary_offset_ms ?? tracks.secondary_offset_ms,
      })),
    ),
  })

export const readingsOf = ({ screen_id, path }: TracksTarget, subtitle_id: string) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'readings', session.get().device?.devsn, screen_id, path, subtitle_id],
    queryFn: () => send(subtitleReadings, { target: screen_id }),
    // Another person may have chosen meanwhile.
    gcTime: 0,
    retry: 1,
    meta: { isQuiet: true },
  })

export type SubtitleQuery = { path: string; q: string; languages: string[] }

export const subtitleHits = (query: SubtitleQuery) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'subtitles', session.get().device?.devsn, query],
    queryFn: () => send(subtitleSearch, query),
    retry: false,
    staleTime: 60_000,
    meta: { isQuiet: true },
  })

export const fetchSubtitle = () =>
  mutationOptions({
    mutationFn: (hit: { path: string; id: string }) => send(subtitleFetch, hit),
    meta: { takes: (failure: unknown) => subtitleTroubleOf(failure) !== undefined },
  })

/** Why the box found or fetched nothing; undefined for any other failure. */
export function subtitleTroubleOf(error: unknown): z.infer<typeof SubtitleRefusal>['reason'] | undefined {
  const parsed = isFailure(error) && error.code === Code.notFound ? z.safeParse(SubtitleRefusal, error.data) : undefined
  return parsed?.success ? parsed.data.reason : undefined
}
