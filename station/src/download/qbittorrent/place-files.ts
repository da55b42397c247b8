/** Brings the files of a torrent in the program to the paths that the box planned: its folder, its names, and which of them are wanted. */
import { relative, sep } from 'node:path'
import { EngineRefusal } from '../engine/engine.ts'
import { ProgramFiles, type ProgramFile } from './answers.ts'
import type { Api } from './client.ts'

/** index: as the program counts them. */
export type ProgramFileAt = ProgramFile & { index: number }
/** paths, chosen: by the box's index of the file. */
export type Plan = { root: string; paths: ReadonlyMap<number, string>; chosen: ReadonlySet<number> | undefined }

export async function filesOf(api: Api, hash: string): Promise<ProgramFileAt[]> {
  const files = await api.json(`torrents/files?hash=${hash}`, ProgramFiles)
  return files.map((file, at) => ({ ...file, index: file.index ?? at })).toSorted((a, b) => a.index - b.index)
}

/** The box counts padding, the program does not. indexes: the box's, of all files that are no padding. */
export function withBoxIndexes(files: readonly ProgramFileAt[], indexes: readonly number[]): Map<number, ProgramFileAt> {
  return new Map(files.map((file, at) => [files.length === indexes.length ? (indexes[at] ?? at + 1) : at + 1, file]))
}

/** The folder that the program saves in, so that as many files as can be have their names already. names: the torrent's own paths. */
export function saveFolder({ root, paths, chosen }: Plan, names: ReadonlyMap<number, string>): string {
  for (const [index, name] of names) {
    if (chosen && !chosen.has(index)) continue
    const path = paths.get(index)
    if (path === undefined) continue
    const end = sep + name
    return path.endsWith(end) && path.length - end.length >= root.length ? path.slice(0, -end.length) : root
  }
  return root
}

/** True if a name was another one. */
export async function nameFiles(
  api: Api,
  plan: Plan & { hash: string; folder: string; files: ReadonlyMap<number, ProgramFileAt> },
) {
  const { hash, folder, files, paths, chosen } = plan
  let waiting = [...files].flatMap(([index, { name }]) => {
    const path = paths.get(index)
    const target = path === undefined || (chosen && !chosen.has(index)) ? name : relative(folder, path)
    return target === name ? [] : [{ name, target }]
  })
  const isRenamed = waiting.length > 0
  const rename = (oldPath: string, newPath: string) => api.post('torrents/renameFile', { hash, oldPath, newPath })
  while (waiting.length > 0) {
    const left: typeof waiting = []
    let refusal: EngineRefusal | undefined
    for (const one of waiting) {
      try {
        await rename(one.name, one.target)
      } catch (error) {
        // Another file of the torrent has this name as yet.
        if (!(error instanceof EngineRefusal)) throw error
        refusal = error
        left.push(one)
      }
    }
    if (left.length === waiting.length) {
      const [first] = left
      if (!first || first.name.endsWith('.moving')) throw refusal ?? new EngineRefusal('qBittorrent refused a name')
      await rename(first.name, `${first.name}.moving`)
      left[0] = { name: `${first.name}.moving`, target: first.target }
    }
    waiting = left
  }
  return isRenamed
}

/** 0: not wanted. True if one was another. */
export async function chooseFiles(
  api: Api,
  { hash, files, chosen }: { hash: string } & Pick<Plan, 'chosen'> & { files: ReadonlyMap<number, ProgramFileAt> },
) {
  const isWanted = (index: number) => !chosen || chosen.has(index)
  const [on, off] = [true, false].map((isOn) =>
    [...files].filter(([index, file]) => isWanted(index) === isOn && file.priority > 0 !== isOn).map(([, file]) => file.index),
  )
  if (off && off.length > 0) await api.post('torrents/filePrio', { hash, id: off.join('|'), priority: 0 })
  if (on && on.length > 0) await api.post('torrents/filePrio', { hash, id: on.join('|'), priority: 1 })
  return (on?.length ?? 0) + (off?.length ?? 0) > 0
}
