/** Names of a torrent's files on the disk. */
import { shownFileName } from '@homeport/contract/shape/field/file-name.ts'
import { withoutTurns } from '@homeport/contract/kit/turns.ts'
import { isUnseen } from '@homeport/contract/shape/field/text.ts'
import type { Torrent } from './parse-torrent.ts'

/** A name in another encoding may decode to what no file can be called; the engine reads its list of paths line by line. */
export function fileName(part: string): string {
  const name = withoutTurns(part).replaceAll(/[/\p{Cc}]/gu, '_')
  return isUnseen(name) ? '_' : name
}

/** The name of the torrent's own folder or file, fit for people to see. */
export function topName(name: string): string {
  return shownFileName(fileName(name))
}

/** Below the download root, in the folder or as the file `top`. */
export function pathIn(torrent: Pick<Torrent, 'isMultifile'>, top: string, path: string): string {
  if (!torrent.isMultifile) return top
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return [top, ...(parts.length === 0 ? ['_'] : parts.map(fileName))].join('/')
}
