/** Tasks follow a torrent that its owner moves or renames in the program itself: else the app would name a folder where nothing lies, and a verification would fetch all of it again. */
import { basename, dirname, join, normalize, relative } from 'node:path'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { ProgramLibrary, ProgramTorrent } from '../../engine/engine.ts'
import { workName } from '../../folder/download-dir.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import { movedPath } from '../move/moving.ts'
import { topOf } from '../torrent/plan-paths.ts'
import type { Progress } from '../view/progress.ts'
import { withoutPadding } from './adopted-row.ts'

type FollowDeps = { store: TaskStore; folders: DownloadFolders; progress: Progress; oneAtATime: OneAtATime }

/** qBittorrent may write it behind the name of a file that is not whole. */
const unfinished = /\.!qB$/
/** A program may tell the names of before for a while; one that goes on doing so is not asked for ever. */
const mostLooks = 6
/** In each look so many of those that are done are looked at file by file, in turn. */
const doneAtOnce = 10
const doneMaxFiles = 200

export function createFollowProgram({ store, folders, progress, oneAtATime }: FollowDeps) {
  /** How each was seen that looked moved, by info hash, and how often its files were asked for. */
  const looked = new Map<string, { oddity: string; count: number }>()

  let turn = 0

  async function areFilesGone(row: TaskRow): Promise<boolean> {
    const dir = folders.of(row)
    if (row.status !== TaskStatus.done || row.file_count > doneMaxFiles || !(await dir.isWritable())) return false
    for (const { path, is_selected } of await store.files(row.task_id))
      if (is_selected === 1 && !(await dir.isTaken(path))) return true
    return false
  }

  /** '' where it lies as its task says. isWhole: its files are looked at, too. */
  async function oddityOf({ folder, name }: ProgramTorrent, row: TaskRow, { isWhole }: { isWhole: boolean }): Promise<string> {
    if (row.path === '' || row.has_begun === 0 || row.moving_to !== '' || folder.includes(`/${workName}/`)) return ''
    const dir = folders.of(row)
    const isMoved = dirname(dir.absolute(row.path)) !== folder
    const isGone = row.status === TaskStatus.done && (await dir.isWritable()) && !(await dir.isTaken(row.path))
    const isOdd = isMoved || isGone || (isWhole && (await areFilesGone(row)))
    return isOdd ? [folder, name, isGone].join('\n') : ''
  }

  /** Nothing else changes the task meanwhile. */
  async function followOne(library: ProgramLibrary, task_id: string, hash: string): Promise<void> {
    const row = await store.byId(task_id)
    const given = (await library.has(hash)) ? (await library.torrents()).find((one) => one.hash === hash) : undefined
    if (!row || !given || (await oddityOf(given, row, { isWhole: true })) === '') return
    const folder_id = await folders.idAt(given.folder)
    if (folder_id === undefined) return
    const [dir, before] = [folders.of({ folder_id }), await store.files(task_id)]
    const listed = withoutPadding(
      await library.files(hash),
      before.map(({ file_index }) => file_index),
    )
    if (listed.length !== before.length) return
    const paths = listed.map(({ path }) => normalize(relative(dir.root, join(given.folder, path.replace(unfinished, '')))))
    const first = before.findIndex(({ is_selected }) => is_selected === 1)
    const isSame =
      folder_id === row.folder_id && before.every(({ is_selected, path }, at) => is_selected === 0 || path === paths[at])
    const isOutside = paths.some((path) => path.split('/')[0] === '..')
    // The files of one that is whole may be lost, and not moved.
    const isLost = row.status === TaskStatus.done && !(await dir.isTaken(paths[first] ?? ''))
    if (isSame || isOutside || isLost) return
    const folder_path = relative(dir.root, given.folder)
    const path = topOf({ folder_path }, paths[first])
    const moved = { path, folder_id, folder_path, name: basename(path) }
    const files = before.map((file, at) => ({
      ...file,
      path: file.is_selected === 1 ? (paths[at] ?? file.path) : movedPath(file.path, row.path, path),
    }))
    await store.relocated(task_id, moved, files)
    await progress.publish({ ...row, ...moved })
  }

  return async (library: ProgramLibrary, all: readonly ProgramTorrent[], rows: readonly TaskRow[]): Promise<void> => {
    const byKey = new Map(rows.map((row) => [row.key, row]))
    const done = rows.filter(({ status }) => status === TaskStatus.done)
    const inTurn = new Set(done.slice(turn, turn + doneAtOnce))
    turn = turn + doneAtOnce < done.length ? turn + doneAtOnce : 0
    for (const given of all) {
      const row = byKey.get(`btih:${given.hash}`)
      const oddity = row && given.state !== 'error' ? await oddityOf(given, row, { isWhole: inTurn.has(row) }) : ''
      const before = looked.get(given.hash)
      if (row && !inTurn.has(row) && oddity === '') continue
      if (oddity === '') looked.delete(given.hash)
      const count = before?.oddity === oddity ? before.count : 0
      if (!row || oddity === '' || count >= mostLooks) continue
      looked.set(given.hash, { oddity, count: count + 1 })
      await oneAtATime(() => followOne(library, row.task_id, given.hash))
    }
  }
}
