/** The messages between a screen page and the station, over their WebSocket (wire.md "Screens"). */
import * as z from 'zod/mini'
import { langs } from '../kit/operation.ts'
import { FilmPerson, filmKinds } from '../shape/film/film.ts'
import { filmOrders, filmSorts } from '../shape/list-keys/film-sort.ts'
import { bulletColors, bulletModes } from '../shape/film/bullet-look.ts'
import { keyPhases, nightStates, remoteKeys, soundStates } from '../shape/film/remote.ts'
import { PlayerTracks, TrackChoice, subtitleSizes } from '../shape/film/track.ts'

/**
 * The formats that the screen's browser can play, by ffprobe's names; the containers are mp4, webm and mkv. hls: HLS without a library; mse: Media Source Extensions, for hls.js;
 * hevc10: HEVC Main 10; h264_high10; hdr: shows HDR as such; surround: takes more than two channels.
 */
export const abilities = [
  'mp4',
  'webm',
  'mkv',
  'hls',
  'mse',
  'hevc10',
  'h264_high10',
  'hdr',
  'surround',
  'h264',
  'hevc',
  'vp8',
  'vp9',
  'av1',
  'aac',
  'mp3',
  'opus',
  'vorbis',
  'flac',
  'ac3',
  'eac3',
] as const
export type Ability = (typeof abilities)[number]

/** Interval of the station's clock messages, by which a page computes the delay of a message. */
export const beatEveryMs = 5_000
/** A page reports its position at each change and at this interval. */
export const reportEveryMs = 5_000

/**
 * A film or series for the TV page; point: resume point on this box's screens, ms, 0 = never started. A series has seasons and episodes; in the rows continue and next `episode` is
 * the one that OK plays, and point and duration_ms are its. backdrop: a picture or ''.
 */
export const ScreenFilm = z.object({
  id: z.string(),
  kind: z._default(z.enum(filmKinds), 'film'),
  backdrop: z._default(z.string(), ''),
  seasons: z._default(z.int(), 0),
  episodes: z._default(z.int(), 0),
  is_watched: z._default(z.boolean(), false),
  is_favorite: z._default(z.boolean(), false),
  episode: z._default(
    z.nullable(z.object({ id: z.string(), season: z.nullable(z.int()), episode: z.nullable(z.int()), title: z.string() })),
    null,
  ),
  title: z.string(),
  year: z.nullable(z.number()),
  duration_ms: z.nullable(z.number()),
  rating: z.nullable(z.number()),
  poster: z.string(),
  quality: z.string(),
  genres: z.array(z.string()),
  overview: z.string(),
  point: z.number(),
})
export type ScreenFilm = z.infer<typeof ScreenFilm>

/** still: a picture or ''. point: as of ScreenFilm. */
export const ScreenEpisode = z.object({
  id: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  title: z.string(),
  overview: z.string(),
  still: z.string(),
  duration_ms: z.nullable(z.number()),
  point: z.number(),
  is_watched: z.boolean(),
})
export type ScreenEpisode = z.infer<typeof ScreenEpisode>

/** versions: the qualities of a film that is there several times, each with the file to play. related: films and series like it. can_favorite: it is known who watches. */
export const ScreenFilmDetail = z.extend(ScreenFilm, {
  original_title: z.string(),
  people: z.array(FilmPerson),
  season_list: z.array(z.object({ season: z.int(), title: z.string(), episodes: z.int() })),
  versions: z.array(z.object({ path: z.string(), name: z.string() })),
  related: z.array(ScreenFilm),
  can_favorite: z._default(z.boolean(), false),
})
export type ScreenFilmDetail = z.infer<typeof ScreenFilmDetail>

/** A row of the TV's first page. genre: of a row of kind genre, else ''. total: of all films in it; data: the first of them. */
export const screenRowKinds = ['continue', 'next', 'new', 'favorites', 'series', 'genre', 'all'] as const
export const ScreenRow = z.object({
  kind: z.enum(screenRowKinds),
  genre: z.string(),
  total: z.number(),
  data: z.array(ScreenFilm),
})
export type ScreenRow = z.infer<typeof ScreenRow>

/** Which films of the library: all fields must match, '' and null: any. */
const filmFields = {
  film_kind: z._default(z.nullable(z.enum(filmKinds)), null),
  genre: z._default(z.string(), ''),
  person: z._default(z.string(), ''),
  watched: z._default(z.nullable(z.boolean()), null),
  favorite: z._default(z.boolean(), false),
  sort: z._default(z.enum(filmSorts), 'added'),
  order: z._default(z.enum(filmOrders), 'desc'),
}

/** A small picture of every few seconds of the film, in one sheet: columns × rows, from left to right. width, height: of one, px. */
export const ThumbnailSheet = z.object({
  url: z.string(),
  interval_ms: z.number(),
  columns: z.int(),
  count: z.int(),
  width: z.int(),
  height: z.int(),
})
export type ThumbnailSheet = z.infer<typeof ThumbnailSheet>

/** A text track to be shown: WebVTT with times in the whole film. size, offset_ms: as chosen. */
export const ShownSubtitle = z.object({
  url: z.string(),
  language: z.string(),
  offset_ms: z.number(),
  size: z.enum(subtitleSizes),
})
export type ShownSubtitle = z.infer<typeof ShownSubtitle>

/** The film or episode that plays next: the TV counts down to it at the end. picture: a still or poster, or ''. */
export const ScreenNext = z.object({
  movie_id: z.string(),
  title: z.string(),
  series_title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  picture: z.string(),
})
export type ScreenNext = z.infer<typeof ScreenNext>

/** time_ms: in the whole film; is_mine: written by the person who watches. */
export const ScreenBullet = z.object({
  id: z.string(),
  text: z.string(),
  time_ms: z.number(),
  color: z.enum(bulletColors),
  mode: z.enum(bulletModes),
  is_mine: z.boolean(),
})
export type ScreenBullet = z.infer<typeof ScreenBullet>

const Point = z.int().check(z.gte(0, 'point'))
/** Whose favourites and marks are shown, of `people`; '': of a household of one person that person's, else nobody's. */
const Viewer = z._default(z.string(), '')
/** The film that the page is playing when it reconnects: the station may have restarted. */
const Playing = z.object({ play_id: z.string(), path: z.string(), point: Point, is_paused: z.boolean() })

/** Screen page → station. Points in ms. */
export const FromScreen = z.discriminatedUnion('kind', [
  /** First message. key: from the URL fragment, '' if none. lang: of the page, in which titles are shown. is_here: the browser of one user, who came from the app. */
  z.object({
    kind: z.literal('hello'),
    key: z.string(),
    can: z.array(z.enum(abilities)),
    playing: z.nullable(Playing),
    lang: z.optional(z.enum(langs)),
    is_here: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('films'),
    id: z.string(),
    offset: z.int().check(z.gte(0)),
    limit: z.int().check(z.gte(1), z.lte(99)),
    viewer: Viewer,
    ...filmFields,
  }),
  /** The rows of the first page. */
  z.object({ kind: z.literal('rows'), id: z.string(), viewer: Viewer }),
  z.object({ kind: z.literal('film'), id: z.string(), movie_id: z.string(), viewer: Viewer }),
  z.object({ kind: z.literal('episodes'), id: z.string(), movie_id: z.string(), season: z.int(), viewer: Viewer }),
  z.object({ kind: z.literal('search'), id: z.string(), q: z.string().check(z.maxLength(100)), viewer: Viewer }),
  /** The viewer sets or removes a favourite: a film or series. Without a viewer nothing happens. */
  z.object({
    kind: z.literal('favorite'),
    movie_id: z.string().check(z.maxLength(200)),
    is_favorite: z.boolean(),
    viewer: Viewer,
  }),
  /** The viewer takes a film or series out of the rows continue and next, or puts it back. Without a viewer nothing happens. */
  z.object({
    kind: z.literal('aside'),
    movie_id: z.string().check(z.maxLength(200)),
    is_aside: z.boolean(),
    viewer: Viewer,
  }),
  /** A text field is open on the page, or no longer; text: what is in it. */
  z.object({ kind: z.literal('typing'), is_open: z.boolean(), text: z.string().check(z.maxLength(100)) }),
  /** movie_id: a film or an episode; path: one of its files, '' = the first. */
  z.object({
    kind: z.literal('play'),
    movie_id: z.string(),
    point: Point,
    path: z._default(z.string(), ''),
    viewer: z._default(z.string(), ''),
  }),
  z.object({ kind: z.literal('tracks'), play_id: z.string(), ...TrackChoice.shape }),
  /** Comments are shown or hidden here. */
  z.object({ kind: z.literal('bullets'), play_id: z.string(), are_shown: z.boolean() }),
  z.object({ kind: z.literal('speed'), play_id: z.string(), speed: z.number() }),
  /** Plays the next film now, or the one before. */
  z.object({ kind: z.literal('next'), play_id: z.string(), back: z._default(z.boolean(), false) }),
  /** Nothing follows this film. */
  z.object({ kind: z.literal('stay'), play_id: z.string() }),
  /** A user's own browser sends its video to another screen, or no longer: that screen reads the film by its ticket alone. */
  z.object({ kind: z.literal('cast'), is_on: z.boolean() }),
  /** Requests a source from another point: of a converted film, of the next part, or when the old source has expired. */
  z.object({ kind: z.literal('source'), play_id: z.string(), point: Point }),
  z.object({ kind: z.literal('exit'), play_id: z.string() }),
  /** Somebody pressed a key, or touched the page: at most once a minute, and as the answer to `ask`. */
  z.object({ kind: z.literal('touched'), play_id: z.string() }),
  /** seq: the last completed command. night: left out by a screen without it. */
  z.object({
    kind: z.literal('report'),
    play_id: z.string(),
    seq: z.int(),
    state: z.enum(['loading', 'playing', 'paused', 'ended', 'failed']),
    point: Point,
    volume: z.int(),
    sound: z.enum(soundStates),
    night: z.optional(z.enum(nightStates)),
  }),
])
export type FromScreen = z.infer<typeof FromScreen>
/** As the page sends it: defaults may be left out. */
export type SentByScreen = z.input<typeof FromScreen>

/**
 * unbound: run `npm run pair` on the box. code: the pairing code, on the box's own screen only. digits: four digits for the owner.
 * queue: another page of its address shows digits, or three newer addresses do. inside: the library.
 */
export const screenStates = ['unbound', 'code', 'digits', 'queue', 'inside'] as const

/** Station → screen page. at: the station's clock in ms, only for comparison. left_ms: remaining validity of code or digits. qr: an SVG path, side: modules per row. */
export const ToScreen = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('face'),
    face: z.enum(screenStates),
    box: z.string(),
    devsn: z.string(),
    code: z.string(),
    digits: z.string(),
    left_ms: z.number(),
    address: z.string(),
    qr: z.object({ path: z.string(), side: z.number() }),
    /** The household, when it has several people. */
    people: z._default(z.array(z.object({ id: z.string(), name: z.string() })), []),
    /** This screen is the browser of one user, who came from the app at this address; '' of a TV. */
    app: z._default(z.string(), ''),
    /** The database of the box is damaged: neither the library nor the admission of a screen has an answer. */
    is_damaged: z._default(z.boolean(), false),
  }),
  /** Reload the page: its cookie is now a session. */
  z.object({ kind: z.literal('admitted') }),
  /** The session has ended. */
  z.object({ kind: z.literal('forgotten') }),
  z.object({ kind: z.literal('beat'), at: z.number() }),
  z.object({
    kind: z.literal('films'),
    id: z.string(),
    data: z.array(ScreenFilm),
    total: z.number(),
    recent: z.array(ScreenFilm),
  }),
  z.object({ kind: z.literal('rows'), id: z.string(), rows: z.array(ScreenRow) }),
  /** null: the box has it no longer. */
  z.object({ kind: z.literal('film'), id: z.string(), film: z.nullable(ScreenFilmDetail) }),
  z.object({ kind: z.literal('episodes'), id: z.string(), data: z.array(ScreenEpisode) }),
  z.object({ kind: z.literal('search'), id: z.string(), total: z.number(), data: z.array(ScreenFilm) }),
  /** A text that was typed on the phone: it opens the search. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** The library changed: request it again. */
  z.object({ kind: z.literal('stale') }),
  /** life_ms: the key's remaining life. */
  z.object({
    kind: z.literal('key'),
    key: z.enum(remoteKeys),
    phase: z.enum(keyPhases),
    at: z.number(),
    life_ms: z.number(),
  }),
  /** offset: the film position at which the source's clock is 0, ms, below 0 for a file whose own clock begins late; point: where the film is to be shown from, which in an endless answer may lie behind its beginning; end: where it ends and the next part follows, absent if the film ends with it; point and duration are of the whole film; is_seekable: the source supports ranges. media_type: of the source, as its answer names it. stream: file: a file with ranges; fmp4: one endless answer; hls: the playlist of the whole file, which is seekable. by: the name of who started it, '' where nobody is known. */
  z.object({
    kind: z.literal('load'),
    play_id: z.string(),
    seq: z.int(),
    url: z.string(),
    is_seekable: z.boolean(),
    offset: z.number(),
    end: z.optional(z.number()),
    point: z.number(),
    duration: z.number(),
    is_paused: z.boolean(),
    path: z.string(),
    title: z.string(),
    poster: z.string(),
    quality: z.string(),
    stream: z._default(z.enum(['file', 'fmp4', 'hls']), 'file'),
    media_type: z._default(z.string(), ''),
    series: z._default(
      z.nullable(z.object({ title: z.string(), season: z.nullable(z.int()), episode: z.nullable(z.int()) })),
      null,
    ),
    speed: z._default(z.number(), 1),
    next: z._default(z.nullable(ScreenNext), null),
    by: z._default(z.string(), ''),
  }),
  /** Sent after load, and when something of it changed. subtitle: null while off; secondary: the one above it. */
  z.object({
    kind: z.literal('tracks'),
    play_id: z.string(),
    tracks: PlayerTracks,
    subtitle: z.nullable(ShownSubtitle),
    secondary: z._default(z.nullable(ShownSubtitle), null),
  }),
  z.object({ kind: z.literal('thumbnails'), play_id: z.string(), sheet: ThumbnailSheet }),
  /** All comments of the film that plays, after load; or one new. */
  z.object({ kind: z.literal('bullets'), play_id: z.string(), data: z.array(ScreenBullet), is_new: z.boolean() }),
  /** By the habit of who started the film; after load, and when it changes. */
  z.object({ kind: z.literal('bullets_shown'), play_id: z.string(), are_shown: z.boolean() }),
  z.object({ kind: z.literal('next'), play_id: z.string(), next: z.nullable(ScreenNext) }),
  z.object({ kind: z.literal('speed'), play_id: z.string(), seq: z.int(), speed: z.number() }),
  /** The time that the sleep timer has left: then it pauses. left_ms 0: no timer. */
  z.object({ kind: z.literal('sleep'), play_id: z.string(), left_ms: z.number() }),
  z.object({ kind: z.literal('pause'), play_id: z.string(), seq: z.int() }),
  z.object({ kind: z.literal('resume'), play_id: z.string(), seq: z.int() }),
  z.object({ kind: z.literal('seek'), play_id: z.string(), seq: z.int(), point: z.number() }),
  z.object({ kind: z.literal('exit'), play_id: z.string() }),
  /** The film ended, and the next one begins once somebody says that they watch. */
  z.object({ kind: z.literal('ask'), play_id: z.string() }),
  z.object({
    kind: z.literal('volume'),
    seq: z.int(),
    step: z.optional(z.number()),
    value: z.optional(z.number()),
    mute: z.optional(z.boolean()),
    night: z.optional(z.boolean()),
  }),
  /** A play requested on this screen is refused: reason of PlayRefusal. */
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])
export type ToScreen = z.infer<typeof ToScreen>
/** As the station sends it: defaults may be left out. */
export type MessageToScreen = z.input<typeof ToScreen>
