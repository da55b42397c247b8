/** The name of a copy's file: copies of one film's file, in one height and one sound, are one file, whoever asked for them. */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Refusal } from '../../kit/refusal.ts'
import { lookAtFilm, type LookDeps } from './look-at-film.ts'
import { partSuffix } from './make-copy.ts'
import type { CopyRow } from './offline-copy.store.ts'

export function createCopyNames(deps: LookDeps & { folder: string }) {
  /** By copy: the audio track that its person heard when they asked for it, or when the box started; undefined: the first. */
  const sounds = new Map<string, number | undefined>()

  async function chooseSound(row: CopyRow): Promise<void> {
    const { audioIndex } = await lookAtFilm(deps, { movie_id: '', path: row.file_id }, row)
    sounds.set(row.copy_id, audioIndex)
  }

  return {
    /** As its person hears the film now. Throws a Refusal where that cannot be read. */
    chooseSound,
    soundOf: ({ copy_id }: CopyRow): number | undefined => sounds.get(copy_id),
    async keyOf(row: CopyRow): Promise<string> {
      const key = keyOfFile(row)
      if (row.is_direct) return key
      if (!sounds.has(row.copy_id))
        try {
          await chooseSound(row)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          // Its film cannot be read now: what was made of it stays.
          const made = (await readdir(deps.folder)).find((name) => name.startsWith(key) && !name.endsWith(partSuffix))
          return made?.replace(/\.mp4$/, '') ?? key
        }
      const sound = sounds.get(row.copy_id)
      return sound === undefined ? key : `${key}-a${sound}`
    },
    /** The others are forgotten. */
    keepOnly(rows: readonly CopyRow[]): void {
      for (const copy_id of sounds.keys()) if (!rows.some((row) => row.copy_id === copy_id)) sounds.delete(copy_id)
    },
  }
}

function keyOfFile({ file_id, height }: Pick<CopyRow, 'file_id' | 'height'>): string {
  return `${createHash('sha256').update(file_id).digest('hex').slice(0, 32)}-${height}`
}
