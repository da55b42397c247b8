/** Asks for the name of a new folder and makes it on the box. */
import type { Device } from '@homeport/contract/device.ts'
import { textNow } from '../kit/lang.ts'
import { fileMutations } from './data.ts'
import type { Naming } from './name-sheet.tsx'
import { filesText } from './text.ts'

/** path: of the folder that it lies in. done: with its own path. */
export function newFolder({ devsn }: Device, path: string, done: (path: string) => void): Naming {
  const words = textNow(filesText)
  return {
    subject: `new folder ${devsn} ${path}`,
    title: words.newFolder,
    first: '',
    label: words.newFolderName,
    button: words.make,
    save: async (name) => done((await fileMutations.makeFolder(path, name)).path),
  }
}
