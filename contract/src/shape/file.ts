/** What a file is, told by its suffix alone (spec 3 and 9). */

/** spec 9's five, and what else ffprobe finds moving pictures in: a file is a video, and may be a film, by this list alone. */
const specVideos = ['mkv', 'mp4', 'avi', 'rmvb', 'mpeg'] as const
const otherVideos = 'mpg mov m4v webm ts m2ts mts wmv flv vob rm asf 3gp ogv divx'.split(' ')
const videoSuffixes: readonly string[] = [...specVideos, ...otherVideos]

const kinds = [
  ['video', videoSuffixes],
  ['audio', ['mp3', 'flac', 'aac', 'm4a', 'ogg', 'opus', 'wav', 'wma', 'ape']],
  ['image', ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'avif', 'heic']],
  ['doc', ['doc', 'docx', 'pdf', 'odt', 'rtf', 'xls', 'xlsx', 'ppt', 'pptx', 'epub']],
  ['txt', ['txt', 'srt', 'ass', 'ssa', 'vtt', 'sub', 'nfo', 'md', 'log']],
] as const

export type FileKind = (typeof kinds)[number][0] | 'file'

/** 'film.MKV' → 'mkv'; '' without one. */
export function suffixOf(name: string): string {
  return /[^/]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

export function fileKindOf(name: string): FileKind {
  const suffix = suffixOf(name)
  return kinds.find(([, suffixes]) => suffixes.some((one) => one === suffix))?.[0] ?? 'file'
}
