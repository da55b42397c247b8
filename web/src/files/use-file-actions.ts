/** The actions on entries: each as a question, a sheet or at once, and the list anew afterwards. */
import type { Device } from '@homeport/contract/device.ts'
import type { FileEntry } from '@homeport/contract/files.ts'
import { binDays } from '@homeport/contract/movie/recycle-bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { question } from '../ui/modal.tsx'
import { toast } from '../ui/toast.tsx'
import { fileMutations, pathOf, refreshFiles, saveHere } from './data.ts'
import type { EntryAction } from './entry-actions.tsx'
import type { FolderChoice } from './folder-sheet.tsx'
import type { Naming } from './name-sheet.tsx'
import type { useSelection } from './selection.ts'
import { newFolder } from './new-folder.ts'
import { filesText } from './text.ts'
import { follow } from './file-jobs.ts'

/** Links to other features: a film to be played or looked at, a download. */
export type FileLinks = {
  play: (entry: FileEntry) => void
  openFilm: (entry: FileEntry) => void
  openTask: (entry: FileEntry) => void
}

type FileActionDeps = {
  device: Device
  path: string
  canWrite: boolean
  selection: ReturnType<typeof useSelection>
  links: FileLinks
  setNaming: (naming: Naming) => void
  setChoice: (choice: FolderChoice) => void
}

export function useFileActions({ device, path, canWrite, selection, links, setNaming, setChoice }: FileActionDeps) {
  const words = useText(filesText)
  const common = useText(commonText)
  const client = useQueryClient()
  const isOwner = device.role === 'owner'
  const keyOf = (entry: FileEntry) => pathOf(path, entry)

  const refresh = () => {
    selection.end()
    refreshFiles(client, device)
  }
  const carry = (kind: 'move' | 'copy', some: readonly FileEntry[]) =>
    setChoice({
      title: kind === 'move' ? words.moveTo : words.copyTo,
      from: path,
      choose: (to) => void follow(kind, () => fileMutations[kind](some.map(keyOf), to), some.length).then(refresh),
    })
  const rename = (entry: FileEntry) =>
    setNaming({
      subject: `rename ${device.devsn} ${keyOf(entry)}`,
      title: words.rename,
      first: entry.name,
      label: words.name,
      button: words.save,
      save: async (name) => {
        await fileMutations.rename(keyOf(entry), name)
        toast(words.renamed)
        refresh()
      },
    })
  async function remove(some: readonly FileEntry[]) {
    const answer = await question({
      title: words.deleteAsk(some.length, some[0]?.name ?? ''),
      text: words.deleteText(binDays),
      confirm: words.delete,
      cancel: common.cancel,
    })
    if (answer !== 'confirm') return
    await follow('delete', () => fileMutations.delete(some.map(keyOf)), some.length)
    refresh()
  }
  function act(action: EntryAction, some: readonly FileEntry[]) {
    const [one] = some
    if (!one) return
    if (action === 'move' || action === 'copy') carry(action, some)
    else if (action === 'save') void saveHere(some.map(keyOf), some)
    else if (action === 'delete') void remove(some)
    else if (action === 'rename') rename(one)
    else if (action === 'select') selection.begin(keyOf(one))
    else ({ play: links.play, film: links.openFilm, task: links.openTask })[action](one)
  }
  function isPossible(action: EntryAction, entry: FileEntry): boolean {
    if (action === 'play') return entry.file_id !== '' && !entry.is_part
    if (action === 'film') return entry.movie_id !== ''
    if (action === 'task') return entry.task_id !== ''
    if (action === 'rename' || action === 'move') return canWrite && !entry.is_part
    if (action === 'delete') return canWrite && isOwner && !entry.is_part
    return true
  }
  const makeFolder = () => setNaming(newFolder(device, path, refresh))

  return { act, isPossible, makeFolder, refresh }
}
