/** Download settings of a box: read from the mirror, saved by the box itself. */
import {
  DownloadConfig,
  getConfig,
  getDownload,
  saveConfig,
  saveDownloadConfig,
} from '@homeport/contract/download/download-config.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db } from '../kit/db.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { configOf } from './config.store.ts'
import { staleAtOf, type PresenceOf } from './stale-at.ts'

export function configRoutes(presenceOf: PresenceOf): Route[] {
  return [
    serve(getConfig, async (_, { realm, db, now, device: { devsn } }) => {
      const [config, stale_at] = await Promise.all([find(db, devsn), staleAtOf(presenceOf, { realm, devsn, now })])
      return { ...config, stale_at }
    }),

    serve(getDownload, async (_, { realm, db, now, device: { devsn } }) => {
      const [{ download_path }, stale_at] = await Promise.all([find(db, devsn), staleAtOf(presenceOf, { realm, devsn, now })])
      return { download_path, stale_at }
    }),

    serve(saveConfig, async (input, { device, box }) => {
      const { devid: _, ...change } = input
      if (device.role !== 'owner') throw new Refusal(Code.notAllowed)
      const { code, data } = await box.send(saveDownloadConfig.name, change)
      if (code >= Code.invalid) throw new Refusal(code, undefined, data)
      const saved = DownloadConfig.safeParse(data)
      if (code !== Code.ok || !saved.success) throw new Refusal(Code.noResponse)
      return saved.data
    }),
  ]
}

async function find(db: Db, devsn: string): Promise<DownloadConfig> {
  const config = await configOf(db, devsn)
  if (!config) throw new Refusal(Code.notFound)
  return config
}
