/** Names and paths as the disk has them: bytes. */
import { isHiddenName } from '@homeport/contract/shape/field/file-name.ts'

const slash = Buffer.from('/')

export const joinPath = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, slash, name])

export const folderOf = (path: Buffer): Buffer => path.subarray(0, path.lastIndexOf('/'))

/** Not listed: hidden ones, and the control files of downloads. */
export const isShown = (name: string): boolean => !isHiddenName(name)
