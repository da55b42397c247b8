/** File kinds, determined by the suffix alone (spec 3 and 9). */

/** Video suffixes: spec 9's five, and others in which ffprobe finds video; only these files are videos and possible films. */
const specVideos = ['mkv', 'mp4', 'avi', 'rmvb', 'mpeg'] as const
const otherVideos = 'mpg mov m4v webm ts m2ts mts wmv flv vob rm asf 3gp ogv divx'.split(' ')
const videoSuffixes: readonly string[] = [...specVideos, ...otherVideos]

const kinds = [
  ['video', videoSuffixes],
  ['audio', ['mp3', 'flac', 'aac', 'm4a', 'ogg', 'opus', 'wav', 'wma', 'ape']],
  ['image', ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'avif', 'heic']],
  ['doc', ['doc', 'docx', 'pdf', 'odt', 'rtf', 'xls', 'xlsx', 'ppt', 'pptx', 'epub']],
  ['txt', ['txt', 'srt', 'ass', 'ssa', 'vtt', 'smi', 'sub', 'nfo', 'md', 'log']],
] as const

export type FileKind = (typeof kinds)[number][0] | 'file'

/** 'film.MKV' → 'mkv'; '' if there is none. */
export function suffixOf(name: string): string {
  return /[^/]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

export function fileKindOf(name: string): FileKind {
  const suffix = suffixOf(name)
  return kinds.find(([, suffixes]) => suffixes.some((one) => one === suffix))?.[0] ?? 'file'
}
