/** Reads all known names anew, once after the reader changed. Films keep their ids, and with them positions and favourites. */
import { createMainTitles } from '../disc/main-title.ts'
import { groupFilm } from './group-film.ts'
import { seasonNumbered } from './season-numbers.ts'
import { planGroups, type GroupedFile } from './regroup-plan.ts'
import type { RegroupStore } from './regroup.store.ts'

/** Increased with every change of what is read in names, or of how files are grouped. */
const readerVersion = '12'
const versionKey = 'library_reader'
const namesAtOnce = 200
const filmsAtOnce = 100

export type RegroupDeps = {
  store: RegroupStore
  meta: { read: (key: string) => Promise<string | undefined>; write: (key: string, value: string) => Promise<void> }
  onChange: () => void
  signal: AbortSignal
}

export async function regroupOnce({ store, meta, onChange, signal }: RegroupDeps): Promise<void> {
  if ((await meta.read(versionKey)) === readerVersion) return
  const files: GroupedFile[] = []
  const titles = createMainTitles()
  const rows = await store.filesWithFilms()
  const seasoned = seasonNumbered(rows.map(({ path }) => path))
  for (const { film_id, added_at, series_id, ...scanned } of rows) {
    const discPart = await titles.partOf(scanned.path)
    const of = { root: scanned.root, scanned: { ...scanned, changed_at: 0 }, isOwn: false, now: added_at }
    const file = groupFilm({ ...of, discPart, named: seasoned.get(scanned.path) })
    files.push({ file: { ...file, file_id: scanned.file_id }, film_id, added_at, series_id })
    // The station answers meanwhile.
    if (files.length % namesAtOnce === 0) await pause()
    if (signal.aborted) return
  }
  const planned = planGroups(files, { series: await store.series(), byHand: await store.namedByHand() })
  for (let at = 0; at < planned.length && !signal.aborted; at += filmsAtOnce) {
    await store.regroup(planned.slice(at, at + filmsAtOnce))
    onChange()
    await pause()
  }
  if (!signal.aborted) await meta.write(versionKey, readerVersion)
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
