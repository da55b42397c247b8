/** The download config of this box: stored in its database, applied to the engine at once and at each engine start. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import { Refusal } from '../kit/refusal.ts'
import type { DownloadFolders } from './folder/download-folders.ts'
import type { Engine } from './engine/engine.ts'
import { limitsAt } from './schedule.ts'

const key = 'download_config'

const first = {
  max_running: 10,
  down_limit_bytes: 0,
  up_limit_bytes: 0,
  seed_ratio: 1,
  seed_minutes: 60,
}

export type Config = Awaited<ReturnType<typeof loadConfig>>
type Change = { [K in keyof DownloadConfig]?: DownloadConfig[K] | undefined }
type ConfigDeps = { meta: MetaStore; engine: Engine; folders: DownloadFolders; hasOnDone: boolean; now: () => number }

export async function loadConfig({ meta, engine, folders, hasOnDone, now }: ConfigDeps) {
  const own = { folders: await folders.described(), has_on_done: hasOnDone, download_path: folders.first.root }
  const stored: unknown = JSON.parse((await meta.read(key)) ?? '{}')
  const read = DownloadConfig.safeParse({ ...first, ...(typeof stored === 'object' ? stored : {}), ...own })
  let config: DownloadConfig = withPath(read.success ? read.data : DownloadConfig.parse({ ...first, ...own }))
  let applied = limitsAt(config, now())
  await engine.configure({ ...config, ...applied })

  async function apply(): Promise<void> {
    applied = limitsAt(config, now())
    await engine.configure({ ...config, ...applied })
  }

  /** A folder that is no longer among the settings is the first one. */
  function withPath(next: DownloadConfig): DownloadConfig {
    const folder_id = folders.has(next.folder_id) ? next.folder_id : ''
    return { ...next, folder_id, download_path: folders.of({ folder_id }).root }
  }

  function check({ folder_id, categories, watched }: Change): void {
    const refuse = (field: string) => new Refusal(Code.invalid, { field, rule: 'range' })
    if (folder_id !== undefined && !folders.has(folder_id)) throw refuse('folder_id')
    if (watched && !folders.has(watched.folder_id)) throw refuse('watched')
    const names = categories?.map(({ name }) => name) ?? []
    if (new Set(names).size < names.length || !categories?.every((one) => folders.has(one.folder_id))) {
      if (categories) throw refuse('categories')
    }
  }

  async function renew(): Promise<void> {
    config = { ...config, folders: await folders.described() }
  }

  return {
    now: (): DownloadConfig => config,
    /** With the space of the disks. */
    async read(): Promise<DownloadConfig> {
      await renew()
      return config
    },
    /** Changes only the given fields. */
    async save(change: Change): Promise<DownloadConfig> {
      const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      check(change)
      const next = withPath({ ...config, ...named })
      const { download_path: _, folders: __, has_on_done: ___, ...saved } = next
      await meta.write(key, JSON.stringify(saved))
      config = next
      await apply()
      await renew()
      return config
    },
    /** As they hold by the clock. */
    limits: () => applied,
    /** The schedule begins or ends. */
    async tick(): Promise<void> {
      if (JSON.stringify(limitsAt(config, now())) !== JSON.stringify(applied)) await apply()
    },
    /** The watched folder, absolute; undefined while none is. */
    watched(): string | undefined {
      const { is_on, folder_id, folder_path } = config.watched
      return is_on ? folders.of({ folder_id }).absolute(folder_path) : undefined
    },
  }
}
