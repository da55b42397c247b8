/** Subtitles and audio tracks of a film, and of the one that plays, and the search for subtitles (issue of the TV; docs/decisions/043). */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { ScreenTarget } from '../shape/film/screen-target.ts'
import { AudioTrack, PlayerTracks, SubtitleTrack, textEncodings, TextReading, TrackChoice } from '../shape/film/track.ts'

/** target: a screen_id, '' = the screen that plays. Also pushed when tracks or choice change, with the screen_id. */
export const playerTracks = act({
  name: 'player_tracks',
  via: 'frame',
  input: z.object({ target: ScreenTarget }),
  output: z.extend(PlayerTracks, { screen_id: z.string() }),
})

/** The choice is kept for the film, and as the person's habit for other films; a second subtitle for the film alone. 4004 {reason: no_track} for an unknown id and for pictures, {reason: lacking} for a second subtitle where the screen shows one, {reason: no_screen} if nothing plays. */
export const playerSetTracks = act({
  name: 'player_set_tracks',
  via: 'frame',
  input: z.extend(TrackChoice, { target: ScreenTarget }),
  output: z.extend(PlayerTracks, { screen_id: z.string() }),
})

/**
 * Why a picture or a sound is converted for a screen. codec, channels: it does not play them, or they cannot be copied. depth, hdr, interlaced: it does not show such pictures.
 * turned, cut: they would be shown wrongly. joined: a recording of several pieces, each with a clock of its own. limit: the file is above the screen's limit of the bit rate.
 */
export const conversionReasons = ['codec', 'channels', 'depth', 'hdr', 'interlaced', 'turned', 'cut', 'joined', 'limit'] as const
export type ConversionReason = (typeof conversionReasons)[number]

/** A conversion of a file for a screen: of its sound, or of picture and sound. codec: of what the reason is about, by ffprobe's name. speed: how many seconds of such a film the box converts in one, by its last test; null if that is not known. */
export const FileConversion = z.object({
  screen_name: z.string(),
  kind: z.enum(['sound', 'transcode']),
  reason: z.enum(conversionReasons),
  codec: z.string(),
  speed: z._default(z.nullable(z.number()), null),
})
export type FileConversion = z.infer<typeof FileConversion>

/**
 * The tracks of a file: its own, the subtitles beside it, and those that were fetched for it. path: the id of a film file. conversion: what would be converted on the TV that a play
 * without a target takes; null: nothing, or no TV is online. 4004 {reason: no_file}.
 */
export const fileTracks = act({
  name: 'file_tracks',
  input: z.object({ path: z.string().check(z.minLength(1, 'required')) }),
  output: z.object({
    audio: z.array(AudioTrack),
    subtitles: z.array(SubtitleTrack),
    conversion: z._default(z.nullable(FileConversion), null),
  }),
})

/** How the text of the subtitle that is shown reads in each encoding that it may be in, the likeliest first. encoding: the one that is used. 4004 {reason: no_track} while none is shown, {reason: no_screen} if nothing plays. */
export const subtitleReadings = act({
  name: 'subtitle_readings',
  input: z.object({ target: ScreenTarget }),
  output: z.object({ encoding: z._default(z.enum(textEncodings), 'utf-8'), data: z.array(TextReading) }),
})

/** Why a search or fetch of subtitles fails: no provider is set up; it cannot be reached; it refuses the key; too many requests today; it has no such file; the film is not on the box. */
export const subtitleSearchTroubles = ['no_provider', 'away', 'bad_key', 'limit', 'gone', 'no_file'] as const
export const SubtitleRefusal = z.object({ reason: z.enum(subtitleSearchTroubles) })

/** release: the name of the release it was made for. is_exact: made for this very file, by its hash. */
export const SubtitleHit = z.object({
  id: z.string(),
  language: z.string(),
  release: z.string(),
  format: z.string(),
  downloads: z.number(),
  is_exact: z.boolean(),
  is_hearing_impaired: z.boolean(),
})
export type SubtitleHit = z.infer<typeof SubtitleHit>

/** path: the id of a film file. q: '' = by hash, ids and title of the film. languages: BCP 47. 4004 with SubtitleRefusal. */
export const subtitleSearch = act({
  name: 'subtitle_search',
  input: z.object({
    path: z.string().check(z.minLength(1, 'required')),
    q: z._default(z.string().check(z.maxLength(200, 'range')), ''),
    languages: z._default(z.array(z.string().check(z.maxLength(20, 'range'))).check(z.maxLength(5, 'range')), []),
  }),
  output: z.object({ data: z.array(SubtitleHit), provider: z.string() }),
})

/** Fetches a hit of subtitle_search and keeps it on the box; where that file plays it is shown at once. 4004 with SubtitleRefusal. */
export const subtitleFetch = act({
  name: 'subtitle_fetch',
  input: z.object({ path: z.string().check(z.minLength(1, 'required')), id: z.string().check(z.minLength(1, 'required')) }),
  output: SubtitleTrack,
})
