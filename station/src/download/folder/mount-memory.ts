/** The mount points that the download folders were on, kept over a restart of the box. */
import * as z from 'zod/mini'
import type { MetaStore } from '../../kit/meta.store.ts'

const key = 'download_mounts'
const Mounts = z.record(z.string(), z.string())

export type MountMemoryDeps = { meta: MetaStore; onFault: (fault: unknown) => void }
type MountMemory = { before: Readonly<Record<string, string>>; remember: (folder_id: string, mountPoint: string) => void }

export async function loadMountMemory({ meta, onFault }: MountMemoryDeps): Promise<MountMemory> {
  const stored = Mounts.safeParse(JSON.parse((await meta.read(key)) ?? '{}'))
  const mounts = { ...(stored.success ? stored.data : {}) }
  return {
    before: { ...mounts },
    remember(folder_id, mountPoint) {
      if (folder_id === '') return
      mounts[folder_id] = mountPoint
      meta.write(key, JSON.stringify(mounts)).catch(onFault)
    },
  }
}
