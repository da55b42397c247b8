/** Playback on the TV and the remote control (spec 3, 4, 9; wire.md). */
import * as z from 'zod/mini'
import { act } from './kit/promise.ts'
import { keyPhases, remoteKeys, sounds } from './shape/remote.ts'

export { keyPhases, remoteKeys, sounds, type RemoteKey } from './shape/remote.ts'

export const PlayerStatus = { playing: 3, paused: 4, closed: -1 } as const

// spec 9
export const playerTickMs = 1_000
export const keyRepeatAfterMs = 500
export const keyRepeatMs = 100
/** Promise 26: a key older than this has no effect. */
export const keyLifeMs = 300
export const backMs = 10_000
export const forwardMs = 30_000

/** How long a pending play waits for an offline screen. */
export const pendingPlayMs = 10 * 60_000

/**
 * Points in ms, duration 0 while unknown. path: the file's id. user_id: the user who started it, '' while closed. Closed: status -1, all other fields empty.
 * is_pending: this film starts on this screen when the screen connects (status -1; film, screen and point are set); also for a minute after a screen disconnected during a film.
 */
export const PlayerInfo = z.object({
  status: z.number(),
  current_point: z.number(),
  duration: z.number(),
  movie_id: z.string(),
  path: z.string(),
  title: z.string(),
  poster: z.string(),
  quality: z.string(),
  volume: z.number(),
  sound: z.enum(sounds),
  screen_id: z.string(),
  screen_name: z.string(),
  user_id: z.string(),
  is_pending: z.optional(z.boolean()),
})
export type PlayerInfo = z.infer<typeof PlayerInfo>

/** data of a refused play (code 4004). */
export const playReasons = ['no_film', 'no_file', 'not_video', 'no_screen', 'no_ffmpeg', 'failed'] as const
export const PlayRefusal = z.object({ reason: z.enum(playReasons) })

/** movie_id, or path: a film file's id or the url of get_media_files. point in ms, 0 = from the start. target: a screen_id, '' = the last used screen. If the screen is admitted but offline, the play becomes pending (is_pending). 4004 with PlayRefusal. */
export const play = act({
  name: 'play',
  input: z.object({
    movie_id: z._default(z.string(), ''),
    path: z._default(z.string(), ''),
    point: z._default(z.int().check(z.gte(0, 'point')), 0),
    target: z._default(z.string(), ''),
  }),
  output: PlayerInfo,
})
export const playerPause = act({ name: 'player_pause', input: z.object({}), output: PlayerInfo })
export const playerResume = act({ name: 'player_resume', input: z.object({}), output: PlayerInfo })
export const playerSeek = act({
  name: 'player_seek',
  input: z.object({ point: z.int().check(z.gte(0, 'point')) }),
  output: PlayerInfo,
})
/** step or value in percent; mute true turns the sound off, false on. */
export const playerVolume = act({
  name: 'player_volume',
  input: z.object({
    step: z.optional(z.int()),
    value: z.optional(z.int().check(z.gte(0, 'range'), z.lte(100, 'range'))),
    mute: z.optional(z.boolean()),
  }),
  output: PlayerInfo,
})
export const exitPlayer = act({ name: 'exit_player', input: z.object({}), output: PlayerInfo })
/** Also pushed by the box: at each change, and every 5 s during playback. */
export const playerStatus = act({ name: 'player_status', input: z.object({}), output: PlayerInfo })

/** press: one tap. down … repeat … up: a held key; repeats faster than ten a second are dropped. 4004 {reason: no_screen} if no screen is online. */
export const remoteKey = act({
  name: 'remote_key',
  lifeMs: keyLifeMs,
  input: z.object({ key: z.enum(remoteKeys), phase: z._default(z.enum(keyPhases), 'press') }),
  output: z.object({}),
})
