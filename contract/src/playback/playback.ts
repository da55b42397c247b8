/** Playback on the TV and the remote control (spec 3, 4, 9; wire.md). */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { keyPhases, nightStates, remoteKeys, screenLacks, soundStates } from '../shape/film/remote.ts'
import { ScreenTarget } from '../shape/film/screen-target.ts'

export { keyPhases, type RemoteKey } from '../shape/film/remote.ts'

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

export const playbackSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const
/** Limits of the bit rate in kbit/s, 0: none. Below one the film is transcoded and scaled to at most 1080, 720, 480 or 360 lines. */
export const bitrateLimits = [0, 8_000, 4_000, 1_500, 700] as const
/** direct: the file itself. remux: its streams in another container. sound: only the sound is converted. transcode: the picture too. '': nothing plays. */
export const deliveries = ['', 'direct', 'remux', 'sound', 'transcode'] as const

/** The film or episode that plays after the present one. */
export const NextFilm = z.object({
  movie_id: z.string(),
  path: z.string(),
  title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
})
export type NextFilm = z.infer<typeof NextFilm>

/** The series of the episode that plays. season, episode: of that episode. */
export const OfSeries = z.object({
  movie_id: z.string(),
  title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
})
export type OfSeries = z.infer<typeof OfSeries>

/** A TV on which so many films began by themselves, or this long passed, without anybody doing anything there or on a phone, asks before the next one whether somebody watches. */
export const unattendedFilms = 3
export const unattendedMs = 3 * 60 * 60_000

/** kind: what a person did with a screen that somebody else may be watching. */
export const changeKinds = ['play', 'pause', 'resume', 'seek', 'next', 'stop'] as const
/** id: the same in all messages about one change. user_id: '' in another realm. */
export const PlayerChange = z.object({
  id: z.string(),
  kind: z.enum(changeKinds),
  user_id: z.string(),
  user_name: z.string(),
})
export type PlayerChange = z.infer<typeof PlayerChange>

/**
 * Points in ms, duration 0 while unknown. path: the file's id. user_id, user_name: the user who started it, '' while closed and if started on the TV; in another realm only the name.
 * Closed: status -1, all other fields but screen_id empty. Each screen that plays has its own; the one of the screen used last comes first.
 * limit_kbit: of bitrateLimits. sleep_ms: until the sleep timer pauses it, 0 = none, -1 = at the end of this film. is_typing: the TV page waits for text (remote_text). change: the latest press of a person on a phone, for a few seconds. is_asking: it ended, and the TV asks whether somebody watches before the next one begins; player_resume answers (status paused). is_here: the screen is the browser of one user; other users are not shown what plays there. night: night sound, kept by the screen.
 * plays_next: `next` begins by itself at the end of this film, and the TV counts down to it (nextIn); false where the TV asks first whether somebody watches, and where a person wants nothing to follow.
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
  sound: z._default(z.enum(soundStates), 'on'),
  screen_id: z.string(),
  screen_name: z.string(),
  user_id: z.string(),
  is_pending: z.optional(z.boolean()),
  user_name: z._default(z.string(), ''),
  series: z._default(z.nullable(OfSeries), null),
  next: z._default(z.nullable(NextFilm), null),
  plays_next: z._default(z.boolean(), false),
  speed: z._default(z.number(), 1),
  sleep_ms: z._default(z.number(), 0),
  delivery: z._default(z.enum(deliveries), ''),
  limit_kbit: z._default(z.number(), 0),
  is_typing: z._default(z.boolean(), false),
  change: z._default(z.nullable(PlayerChange), null),
  is_here: z._default(z.boolean(), false),
  is_asking: z._default(z.boolean(), false),
  night: z._default(z.enum(nightStates), 'none'),
})
export type PlayerInfo = z.infer<typeof PlayerInfo>

export const idlePlayer: PlayerInfo = {
  status: PlayerStatus.closed,
  current_point: 0,
  duration: 0,
  movie_id: '',
  path: '',
  title: '',
  poster: '',
  quality: '',
  volume: 100,
  sound: 'on',
  screen_id: '',
  screen_name: '',
  user_id: '',
  user_name: '',
  series: null,
  next: null,
  plays_next: false,
  speed: 1,
  sleep_ms: 0,
  delivery: '',
  limit_kbit: 0,
  is_typing: false,
  change: null,
  is_here: false,
  is_asking: false,
  night: 'none',
}

/**
 * data of a refused play (code 4004). encrypted: a protected file. no_decoder: ffmpeg cannot read its picture. damaged: it cannot be read at all.
 * too_many: the box converts as many films as it can already. lacking: the TV has no notion of it.
 */
export const playReasons = [
  'no_film',
  'no_file',
  'not_video',
  'no_screen',
  'no_ffmpeg',
  'failed',
  'encrypted',
  'no_decoder',
  'damaged',
  'too_many',
  'lacking',
] as const
/** lack: of reason lacking. */
export const PlayRefusal = z.object({ reason: z.enum(playReasons), lack: z.optional(z.enum(screenLacks)) })
/** data of code 4009: somebody else's film plays on this screen. */
export const ScreenInUse = z.object({ user_name: z.string(), title: z.string(), screen_name: z.string() })

/** movie_id, or path: a film file's id or the url of get_media_files. point in ms, 0 = from the start. target: a screen_id, '' = the last used screen. If the screen is admitted but offline, the play becomes pending (is_pending). is_replacing: also if somebody else's film plays there; else 4009 with ScreenInUse. 4004 with PlayRefusal. */
export const play = act({
  name: 'play',
  input: z.object({
    movie_id: z._default(z.string(), ''),
    path: z._default(z.string(), ''),
    point: z._default(z.int().check(z.gte(0, 'point')), 0),
    target: ScreenTarget,
    is_replacing: z._default(z.boolean(), false),
  }),
  output: PlayerInfo,
})

/** The answer is about that screen. */
const OneScreen = z.object({ target: ScreenTarget })

export const playerPause = act({ name: 'player_pause', via: 'frame', input: OneScreen, output: PlayerInfo })
export const playerResume = act({ name: 'player_resume', via: 'frame', input: OneScreen, output: PlayerInfo })
export const playerSeek = act({
  name: 'player_seek',
  via: 'frame',
  input: z.object({ target: ScreenTarget, point: z.int().check(z.gte(0, 'point')) }),
  output: PlayerInfo,
})
/** step or value in percent; mute true turns the sound off, false on; night: night sound, kept by the screen. */
export const playerVolume = act({
  name: 'player_volume',
  via: 'frame',
  input: z.object({
    target: ScreenTarget,
    step: z.optional(z.int()),
    value: z.optional(z.int().check(z.gte(0, 'range'), z.lte(100, 'range'))),
    mute: z.optional(z.boolean()),
    night: z.optional(z.boolean()),
  }),
  output: PlayerInfo,
})
export const exitPlayer = act({ name: 'exit_player', via: 'frame', input: OneScreen, output: PlayerInfo })
/** Also pushed by the box, for each screen: at each change, and every 5 s during playback. */
export const playerStatus = act({ name: 'player_status', via: 'frame', input: OneScreen, output: PlayerInfo })
/** All screens on which a film plays or waits to play, the one used last first. */
export const playerList = act({
  name: 'player_list',
  via: 'frame',
  input: z.object({}),
  output: z.object({ data: z.array(PlayerInfo) }),
})
/** The next film of the queue, the next episode or file; back: the one before in the season or folder; id: that entry of the queue or of what follows, the others stay. 4004 {reason: no_film} if there is none. */
export const playerNext = act({
  name: 'player_next',
  via: 'frame',
  input: z.object({ target: ScreenTarget, back: z._default(z.boolean(), false), id: z._default(z.string(), '') }),
  output: PlayerInfo,
})
/** Nothing begins by itself after this film. */
export const playerStay = act({ name: 'player_stay', via: 'frame', input: OneScreen, output: PlayerInfo })
/** speed: of playbackSpeeds. */
export const playerSpeed = act({
  name: 'player_speed',
  via: 'frame',
  input: z.object({
    target: ScreenTarget,
    speed: z.number().check(z.refine((speed) => playbackSpeeds.some((one) => one === speed), 'invalid')),
  }),
  output: PlayerInfo,
})
/** Pauses the film after minutes (0: no timer), or at the end of this film or episode; survives the next film. */
export const playerSleep = act({
  name: 'player_sleep',
  via: 'frame',
  input: z.object({
    target: ScreenTarget,
    minutes: z._default(z.int().check(z.gte(0, 'range'), z.lte(600, 'range')), 0),
    at_end: z._default(z.boolean(), false),
  }),
  output: PlayerInfo,
})
/** kbit: of bitrateLimits; kept for the screen. */
export const playerBitrate = act({
  name: 'player_bitrate',
  via: 'frame',
  input: z.object({
    target: ScreenTarget,
    kbit: z.number().check(z.refine((kbit) => bitrateLimits.some((one) => one === kbit), 'invalid')),
  }),
  output: PlayerInfo,
})

/** press: one tap. down … repeat … up: a held key; repeats faster than ten a second are dropped. 4004 {reason: no_screen} if no screen is online. */
export const remoteKey = act({
  name: 'remote_key',
  via: 'frame',
  lifeMs: keyLifeMs,
  input: z.object({ target: ScreenTarget, key: z.enum(remoteKeys), phase: z._default(z.enum(keyPhases), 'press') }),
  output: z.object({}),
})

/** The text of the TV's search field, as it is typed on the phone; the TV opens its search if it is closed. 4004 {reason: no_screen}. */
export const remoteText = act({
  name: 'remote_text',
  via: 'frame',
  input: z.object({ target: ScreenTarget, text: z.string().check(z.maxLength(100, 'range')) }),
  output: z.object({}),
})
