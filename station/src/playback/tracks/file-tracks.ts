/** The tracks of a file: its streams, the subtitle files beside it, and those that were fetched for it. */
import type { AudioTrack, SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import { isGrowing } from '../../shared/growing-file.ts'
import type { SubtitleLocation } from '../../shared/local-files.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import { baseLanguage, languageOfTag, languageOfTrack, languagesInWords } from '../subtitle/language.ts'
import { saysForced } from '../subtitle/marks.ts'
import type { AudioStream, SubtitleStream } from '../delivery/streams.ts'
import { findSubtitlesBeside, type BesideSubtitle } from './subtitles-beside.ts'

export type LocatedSubtitle = { track: SubtitleTrack; location: SubtitleLocation }
export type FetchedSubtitle = { id: string; path: string; format: string; language: string; release: string }

/** Codecs with text, and the format in which ffmpeg writes them. */
export const textCodecs: Readonly<Record<string, 'srt' | 'ass' | 'webvtt'>> = {
  subrip: 'srt',
  srt: 'srt',
  text: 'srt',
  mov_text: 'srt',
  ass: 'ass',
  ssa: 'ass',
  webvtt: 'webvtt',
}
const pictureCodecs = ['hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle', 'xsub']

export function audioTracksOf(streams: readonly AudioStream[]): AudioTrack[] {
  return streams.map(({ index, codec, channels, language, title, isDefault }) => ({
    id: String(index),
    language: spokenLanguage(language, title),
    title,
    codec,
    channels,
    is_default: isDefault,
  }))
}

/** Simplified and traditional are the same when spoken. */
function spokenLanguage(tag: string, title: string): string {
  const named = languagesInWords(title)[0] ?? ''
  const tagged = languageOfTag(tag)
  if (tagged === 'zh' && named === 'yue') return 'yue'
  const language = tagged || named
  return baseLanguage(language) === 'zh' ? 'zh' : language
}

function subtitlesOf(streams: readonly SubtitleStream[]): LocatedSubtitle[] {
  return streams.map(({ index, codec, language, title, isDefault, isForced }) => ({
    location: { kind: 'stream', index },
    track: {
      id: String(index),
      source: 'inside',
      format: codec,
      language: languageOfTrack(language, title),
      title,
      is_forced: isForced || saysForced(title),
      is_default: isDefault,
      trouble: pictureCodecs.includes(codec) ? 'picture' : codec in textCodecs ? '' : 'unreadable',
    },
  }))
}

/** isInside: whether a subtitle file may be opened. */
export type SubtitleSources = {
  isInside: (path: string) => Promise<boolean>
  fetched: (file_id: string) => Promise<FetchedSubtitle[]>
}

/** All subtitles of the file. Those in a file that still grows are left out: they are taken out of it as a whole. */
export async function allSubtitlesOf(
  { isInside, fetched }: SubtitleSources,
  { id, path }: Pick<PlayableFile, 'id' | 'path'>,
  streams: readonly SubtitleStream[],
): Promise<LocatedSubtitle[]> {
  const [beside, downloaded] = await Promise.all([findSubtitlesBeside(path, isInside), fetched(id)])
  return [...subtitlesOf(isGrowing(path) ? [] : streams), ...besideTracks(beside), ...fetchedTracks(downloaded)]
}

function besideTracks(beside: readonly BesideSubtitle[]): LocatedSubtitle[] {
  return beside.map(({ id, path, format, language, title, isForced, isDefault, trouble }) => ({
    location: { kind: 'file', path, language },
    track: {
      id: `beside:${id}`,
      source: 'beside',
      format,
      language,
      title,
      is_forced: isForced,
      is_default: isDefault,
      trouble,
    },
  }))
}

function fetchedTracks(fetched: readonly FetchedSubtitle[]): LocatedSubtitle[] {
  return fetched.map(({ id, path, format, language, release }) => ({
    location: { kind: 'file', path, language },
    track: {
      id: `fetched:${id}`,
      source: 'fetched',
      format,
      language,
      title: release,
      is_forced: false,
      is_default: false,
      trouble: '',
    },
  }))
}
