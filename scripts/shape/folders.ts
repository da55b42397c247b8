/** The rules on folders: at most so many production files in one, so that a newcomer guesses where a thing is, and the import rules know every room. */
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { rooms } from './rules.ts'

export type FolderBreach = { rule: string; file: string; line: number; text: string }

export const maxFolderFiles = 20

/** One part, one file: the names of the trade say where each is. */
const exempt = new Set(['web/src/ui'])

export async function folderBreaches(folder: string): Promise<FolderBreach[]> {
  const counts = new Map<string, number>()
  for await (const name of glob('{contract,cloud,station,web}/src/**/*.{ts,tsx}', { cwd: folder })) {
    const file = name.split(path.sep).join('/')
    if (/\.test\.tsx?$|^\w+\/src\/testing\//.test(file)) continue
    counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1)
  }
  const breach = (file: string, text: string): FolderBreach => ({ rule: 'folders-are-rooms', file, line: 0, text })
  const tooFull = [...counts]
    .filter(([name, files]) => !exempt.has(name) && files > maxFolderFiles)
    .map(([name, files]) => breach(name, `${files} files, of ${maxFolderFiles}: cut it into rooms`))
  const unknown = unknownRooms([...counts.keys()]).map((name) => ({
    ...breach(name, 'not among the rooms of scripts/shape/rules.ts'),
    rule: 'rooms-have-an-order',
  }))
  return [...tooFull, ...unknown]
}

/** Folders of features with several folders, as far as the import rules do not know in which order they may import each other. Pages follow their routes. */
function unknownRooms(folders: readonly string[]): string[] {
  const features = new Map<string, Set<string>>()
  for (const name of folders) {
    const [, feature, room] = /^((?:cloud|station|web)\/src\/(?!pages\/)[^/]+)\/([^/]+)/.exec(name) ?? []
    if (feature && room) features.set(feature, (features.get(feature) ?? new Set()).add(room))
  }
  const roomsOf = new Map<string, readonly string[]>(Object.entries(rooms))
  return [...features]
    .filter(([feature, own]) => roomsOf.has(feature) || own.size > 1)
    .flatMap(([feature, own]) =>
      [...own].filter((room) => !roomsOf.get(feature)?.includes(room)).map((room) => `${feature}/${room}`),
    )
}
