/** Which tracks are shown and heard: what was chosen for the film, else the person's habit, else what the file says. */
import type { AudioTrack, PlayHabit, SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import * as z from 'zod/mini'
import { baseLanguage } from '../subtitle/language.ts'

/** By it a chosen track is recognized in another part or episode. */
const TrackMark = z.object({ id: z.string(), language: z.string(), title: z.string(), is_forced: z._default(z.boolean(), false) })
export type TrackMark = z.infer<typeof TrackMark>
/** audio, subtitle: null if nobody chose yet. secondary: the second subtitle, if any. */
export const FilmChoice = z.object({
  audio: z.nullable(TrackMark),
  subtitle: z.nullable(z.union([z.literal('off'), TrackMark])),
  secondary: z.optional(z.nullable(TrackMark)),
})
export type FilmChoice = z.infer<typeof FilmChoice>
export const noChoice: FilmChoice = { audio: null, subtitle: null }

export const noHabit: PlayHabit = {
  audio_language: '',
  subtitle_language: '',
  second_subtitle_language: '',
  size: 'm',
  plays_next: true,
  shows_bullets: false,
  hides_unseen: false,
}

type Tracks = { audio: readonly AudioTrack[]; subtitles: readonly SubtitleTrack[] }
/** subtitle_id: as chosen, '' = off. shown_id: the same, or a forced subtitle that shows by itself. secondary_id: above a chosen one, and never the same. */
export type ChosenTracks = { audio_id: string; subtitle_id: string; shown_id: string; secondary_id: string }

export function markOf({ id, language, title, ...rest }: AudioTrack | SubtitleTrack): TrackMark {
  return { id, language, title, is_forced: 'is_forced' in rest && rest.is_forced }
}

export function chooseTracks(
  { audio, subtitles }: Tracks,
  { choice, habit }: { choice: FilmChoice; habit: PlayHabit },
): ChosenTracks {
  const heard = chooseAudio(audio, choice, habit)
  const readable = subtitles.filter(({ trouble }) => trouble === '')
  const subtitle = chooseSubtitle(readable, choice, habit)
  const forced = readable.find(
    ({ is_forced, language }) => is_forced && language !== '' && baseLanguage(language) === baseLanguage(heard?.language ?? ''),
  )
  const secondary = subtitle && matching(readable, choice.secondary ?? null)
  return {
    audio_id: heard?.id ?? '',
    subtitle_id: subtitle?.id ?? '',
    shown_id: subtitle?.id ?? forced?.id ?? '',
    secondary_id: secondary && secondary.id !== subtitle.id ? secondary.id : '',
  }
}

function chooseAudio(tracks: readonly AudioTrack[], choice: FilmChoice, habit: PlayHabit): AudioTrack | undefined {
  const usual = tracks.find(({ is_default }) => is_default) ?? tracks[0]
  return matching(tracks, choice.audio) ?? closest(tracks, habit.audio_language, usual) ?? usual
}

/** Without a habit the one that the file marks as its default, unless that is only for foreign parts. */
function chooseSubtitle(tracks: readonly SubtitleTrack[], choice: FilmChoice, habit: PlayHabit): SubtitleTrack | undefined {
  if (choice.subtitle === 'off') return undefined
  const full = tracks.filter(({ is_forced }) => !is_forced)
  const chosen = matching(tracks, choice.subtitle)
  if (chosen) return chosen
  if (habit.subtitle_language === 'off') return undefined
  const marked = full.find(({ is_default }) => is_default)
  if (habit.subtitle_language === '') return marked
  return closest(full, habit.subtitle_language, marked) ?? closest(full, habit.second_subtitle_language, marked)
}

/** The same track, or in another file the one that is most like it. */
function matching<T extends AudioTrack | SubtitleTrack>(tracks: readonly T[], mark: TrackMark | null): T | undefined {
  if (!mark) return undefined
  const isSame = ({ id, title }: T) => id === mark.id && title === mark.title
  const alike = tracks.filter((track) => {
    const own = markOf(track)
    // More may be known of the very track than when it was chosen.
    const isOfLanguage =
      own.language === mark.language || (isSame(track) && baseLanguage(own.language) === baseLanguage(mark.language))
    return isOfLanguage && own.is_forced === mark.is_forced
  })
  return (
    alike.find(isSame) ??
    alike.find(({ title }) => title === mark.title) ??
    alike.find(({ id }) => id === mark.id) ??
    (mark.language === '' ? undefined : alike[0])
  )
}

/** preferred: among equal ones. */
function closest<T extends AudioTrack | SubtitleTrack>(
  tracks: readonly T[],
  language: string,
  preferred: T | undefined,
): T | undefined {
  if (language === '') return undefined
  const rank = (track: T) => languageRank(track.language, language) * 2 + (track === preferred ? 1 : 0)
  const best = tracks.toSorted((a, b) => rank(b) - rank(a))[0]
  return best && languageRank(best.language, language) > 0 ? best : undefined
}

/** 3: the same. 2: the script or region of one is not known. 1: another script or region. */
function languageRank(language: string, requested: string): number {
  if (language === '') return 0
  if (language === requested) return 3
  if (baseLanguage(language) !== baseLanguage(requested)) return 0
  return language === baseLanguage(language) || requested === baseLanguage(requested) ? 2 : 1
}

/** The habit after a press; a track of an unknown language changes nothing. */
export function habitAfter(
  habit: PlayHabit,
  press: { audio?: AudioTrack | undefined; subtitle?: SubtitleTrack | 'off' | undefined; size?: PlayHabit['size'] | undefined },
): PlayHabit {
  const { audio, subtitle, size } = press
  const subtitleLanguage = subtitle === 'off' ? 'off' : subtitle?.is_forced ? '' : (subtitle?.language ?? '')
  return {
    ...habit,
    audio_language: audio?.language || habit.audio_language,
    subtitle_language: subtitleLanguage || habit.subtitle_language,
    size: size ?? habit.size,
  }
}
