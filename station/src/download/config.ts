/** The download config of this box: stored in its database, applied to the engine at once and at each engine start. */
import { DownloadConfig } from '@homeport/contract/download.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import type { Engine } from './engine.ts'

const key = 'download_config'

const first: Omit<DownloadConfig, 'download_path'> = {
  max_running: 10,
  down_limit_bytes: 0,
  up_limit_bytes: 0,
  seed_ratio: 1,
  seed_minutes: 60,
}

export type Config = Awaited<ReturnType<typeof openConfig>>
type Change = { [K in keyof typeof first]?: (typeof first)[K] | undefined }

export async function openConfig({ meta, engine, root }: { meta: MetaStore; engine: Engine; root: string }) {
  const kept: unknown = JSON.parse((await meta.read(key)) ?? '{}')
  const read = DownloadConfig.safeParse({ ...first, ...(typeof kept === 'object' ? kept : {}), download_path: root })
  let config: DownloadConfig = read.success ? read.data : { ...first, download_path: root }
  await engine.configure(config)

  return {
    now: (): DownloadConfig => config,
    /** Changes only the given fields. */
    async save(change: Change): Promise<DownloadConfig> {
      const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const { download_path, ...next } = { ...config, ...named }
      await meta.write(key, JSON.stringify(next))
      config = { download_path, ...next }
      await engine.configure(config)
      return config
    },
  }
}
