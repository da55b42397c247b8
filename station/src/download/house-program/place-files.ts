/** Brings the files of a torrent in the program to the paths that the box planned: its folder, its names, and which of them are wanted. */
import { relative, sep } from 'node:path'
import { EngineRefusal } from '../engine/engine.ts'
import type { Driver, HouseFile, Rename } from './driver.ts'
import { neighbourName } from './neighbour-files.ts'

/** paths, chosen: by the box's index of the file. */
export type Plan = { root: string; paths: ReadonlyMap<number, string>; chosen: ReadonlySet<number> | undefined }

/** The box counts padding, and a program may count it or not. indexes: the box's, of all files that are no padding. */
export function withBoxIndexes(files: readonly HouseFile[], indexes: readonly number[]): Map<number, HouseFile> {
  return new Map(files.map((file, at) => [files.length === indexes.length ? (indexes[at] ?? at + 1) : at + 1, file]))
}

/** The folder that the program saves in, so that as many files as can be have their names already, and the others as many folders above them as in the torrent. names: the torrent's own paths. */
export function saveFolder({ root, paths, chosen }: Plan, names: ReadonlyMap<number, string>): string {
  for (const [index, name] of names) {
    if (chosen && !chosen.has(index)) continue
    const path = paths.get(index)
    if (path === undefined) continue
    const folder = path.split(sep).slice(0, -name.split('/').length).join(sep)
    return folder === root || folder.startsWith(root + sep) ? folder : root
  }
  return root
}

/** hidden: files that get a name of the torrent's own. */
type Naming = Plan & { hidden: ReadonlySet<number>; hash: string; folder: string; files: ReadonlyMap<number, HouseFile> }

/** True if a name was another one. */
export async function nameFiles(driver: Driver, { hash, folder, files, paths, chosen, hidden }: Naming): Promise<boolean> {
  const hiddenNames = new Map<string, string>()
  const names = [...files].flatMap(([index, { name }]): Rename[] => {
    const path = paths.get(index)
    if (hidden.has(index)) {
      // Padding of one length may have one name.
      const target = hiddenNames.get(name) ?? neighbourName(name, { hash, index })
      hiddenNames.set(name, target)
      return [{ name, target, isAnywhere: true }]
    }
    return path === undefined || chosen?.has(index) === false ? [] : [{ name, target: relative(folder, path) }]
  })
  const groups = driver.renamesOf(names)
  for (const group of groups) await renameInTurn(driver, hash, group)
  return groups.flat().length > 0
}

/** One whose new name another file has as yet waits for its turn. */
async function renameInTurn(driver: Driver, hash: string, group: readonly Rename[]): Promise<void> {
  let waiting = [...group]
  while (waiting.length > 0) {
    const refused: Rename[] = []
    let refusal: EngineRefusal | undefined
    for (const one of waiting) {
      try {
        await driver.rename(hash, one)
      } catch (error) {
        if (!(error instanceof EngineRefusal)) throw error
        refusal = error
        refused.push(one)
      }
    }
    if (refused.length === waiting.length) {
      const [first] = refused
      if (!first || first.name.endsWith('.moving')) throw refusal ?? new EngineRefusal(`${driver.name} refused a name`)
      const aside = `${first.name}.moving`
      await driver.rename(hash, { name: first.name, target: aside })
      refused[0] = { name: aside, target: first.target }
    }
    waiting = refused
  }
}

export async function chooseFiles(
  driver: Driver,
  { hash, files, chosen }: { hash: string; files: ReadonlyMap<number, HouseFile> } & Pick<Plan, 'chosen'>,
): Promise<void> {
  const isWanted = (index: number) => !chosen || chosen.has(index)
  const [on = [], off = []] = [true, false].map((isOn) =>
    [...files].filter(([index, file]) => isWanted(index) === isOn && file.isWanted !== isOn).map(([, file]) => file.index),
  )
  if (on.length > 0 || off.length > 0) await driver.choose(hash, { on, off })
}
