/** Names as the disk has them (bytes) and as people read them: UTF-8, else GB18030, else Latin-1. */
import { isHiddenName } from '@homeport/contract/shape/file-name.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const gb18030 = new TextDecoder('gb18030', { fatal: true })
const slash = Buffer.from('/')

export function shownName(name: Buffer): string {
  for (const decoder of [utf8, gb18030]) {
    try {
      return decoder.decode(name)
    } catch {
      // The next one.
    }
  }
  return name.toString('latin1')
}

export const joinPath = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, slash, name])

export const folderOf = (path: Buffer): Buffer => path.subarray(0, path.lastIndexOf('/'))

/** Not listed: hidden ones, and the control files of downloads. */
export const isShown = (name: string): boolean => !isHiddenName(name)
