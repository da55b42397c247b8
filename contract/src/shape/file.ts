/** What a file is, told by its suffix alone (spec 3 and 9). */

const kinds = [
  ['video', ['mkv', 'mp4', 'avi', 'rmvb', 'mpeg', 'mpg', 'mov', 'webm', 'ts', 'm2ts', 'm4v', 'wmv', 'flv', 'rm', 'vob', 'ogv']],
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
