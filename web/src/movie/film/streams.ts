/** The streams of a file in words: picture, sound, subtitles. */
import type { FilmFile } from '@homeport/contract/movie/movie.ts'
import type { AudioTrack, SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { languageName } from '../../kit/text/language-name.ts'

const videoNames: Record<string, string> = {
  hevc: 'HEVC',
  h264: 'H.264',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
  mpeg4: 'MPEG-4',
  mpeg2video: 'MPEG-2',
  msmpeg4v3: 'DivX',
  vc1: 'VC-1',
  wmv3: 'WMV',
  rv40: 'RealVideo',
}
const audioNames: Record<string, string> = {
  eac3: 'E-AC3',
  dts: 'DTS',
  truehd: 'TrueHD',
  mp2: 'MP2',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  opus: 'Opus',
  pcm_s16le: 'PCM',
  pcm_s24le: 'PCM',
  cook: 'RealAudio',
}

/** Display name of a codec. */
export const videoOf = ({ video }: Pick<FilmFile, 'video'>) => videoNames[video] ?? video.toUpperCase()
export const audioOf = ({ audio }: Pick<FilmFile, 'audio'>) => audioNames[audio] ?? audio.toUpperCase()

/** '4K', '1080p', '720p', else the size of the picture. */
export function resolutionOf({ width, height }: Pick<FilmFile, 'width' | 'height'>): string {
  if (!width || !height) return ''
  const isAtLeast = (fullWidth: number, fullHeight: number) => width >= fullWidth * 0.95 || height >= fullHeight * 0.95
  if (isAtLeast(3840, 2160)) return '4K'
  if (isAtLeast(1920, 1080)) return '1080p'
  if (isAtLeast(1280, 720)) return '720p'
  return `${width} × ${height}`
}

const subtitleCodecs = new Set([
  'subrip',
  'srt',
  'ass',
  'ssa',
  'mov_text',
  'webvtt',
  'hdmv_pgs_subtitle',
  'dvd_subtitle',
  'dvb_subtitle',
])

type Tracks = { audio: readonly Pick<AudioTrack, 'language'>[]; subtitles: readonly Pick<SubtitleTrack, 'language' | 'title'>[] }

/** Languages of the sound, each once; those that the file does not name are left out. */
export function soundNames({ audio }: Pick<Tracks, 'audio'>, lang: Lang): string[] {
  return [...new Set(audio.flatMap(({ language }) => (language === '' ? [] : [languageName(language, lang)])))]
}

/** Languages of the subtitles, each once; one of an unknown language has its own title. */
export function subtitleTrackNames({ subtitles }: Pick<Tracks, 'subtitles'>, lang: Lang): string[] {
  const names = subtitles.map(({ language, title }) => (language === '' ? title : languageName(language, lang)))
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Languages of the subtitles, each once; what is not a language keeps its own title, a bare codec says nothing. */
export function subtitleNames({ subtitles }: Pick<FilmFile, 'subtitles'>, lang: Lang): string[] {
  const languages = subtitles.filter((one) => one !== 'und' && !subtitleCodecs.has(one))
  return [...new Set(languages.map((one) => languageName(one, lang)))]
}
