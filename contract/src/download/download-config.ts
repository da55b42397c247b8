/** The download settings of a box: folders, categories, limits by the clock, seeding, the watched folder. */
import * as z from 'zod/mini'
import { act, call, report } from '../kit/operation.ts'
import { CategoryName, FolderPath } from '../shape/field/file-name.ts'

/** One of HOMEPORT_DOWNLOADS. free and total in bytes, null while it is not there. */
export const DownloadFolder = z.object({
  folder_id: z.string(),
  name: z.string(),
  path: z.string(),
  free: z.nullable(z.number()),
  total: z.nullable(z.number()),
})
export type DownloadFolder = z.infer<typeof DownloadFolder>

/** Where new tasks of a category lie. */
export const Category = z.object({
  name: CategoryName.check(z.minLength(1, 'required')),
  folder_id: z.string(),
  folder_path: FolderPath,
})
export type Category = z.infer<typeof Category>
export const maxCategories = 50

/** Other limits at certain hours. from_min, to_min: minutes of the box's day, over midnight if to is not after from; days: 0 Sunday to 6, of the day on which it begins. is_paused: nothing is downloaded then. */
const minute = z.int().check(z.gte(0, 'range'), z.lte(1_439, 'range'))
const rate = z.int().check(z.gte(0, 'range'), z.lte(10_000_000_000, 'range'))
export const Schedule = z.object({
  is_on: z.boolean(),
  from_min: minute,
  to_min: minute,
  days: z.array(z.int().check(z.gte(0, 'range'), z.lte(6, 'range'))).check(z.maxLength(7, 'range')),
  down_limit_bytes: rate,
  up_limit_bytes: rate,
  is_paused: z.boolean(),
})
export type Schedule = z.infer<typeof Schedule>
const noSchedule: Schedule = {
  is_on: false,
  from_min: 1_380,
  to_min: 420,
  days: [0, 1, 2, 3, 4, 5, 6],
  down_limit_bytes: 0,
  up_limit_bytes: 0,
  is_paused: false,
}

/** Torrent files and text files of links that are put there are started. */
export const WatchedFolder = z.object({ is_on: z.boolean(), folder_id: z.string(), folder_path: FolderPath })

/**
 * Limits in bytes a second, 0 = none. seed_ratio 0 and seed_minutes 0: no seeding. folders: HOMEPORT_DOWNLOADS, read only; folder_id: of new tasks, '' the first; download_path: its path.
 * has_on_done: a command runs when a download is done (HOMEPORT_ON_DONE), read only. Fields that older boxes lack have their defaults.
 */
export const maxRunningLimit = 40
const limits = {
  max_running: z.int().check(z.gte(1, 'range'), z.lte(maxRunningLimit, 'range')),
  down_limit_bytes: rate,
  up_limit_bytes: rate,
  seed_ratio: z.number().check(z.gte(0, 'range'), z.lte(100, 'range')),
  seed_minutes: z.int().check(z.gte(0, 'range'), z.lte(525_600, 'range')),
}
const folder_id = z.string().check(z.maxLength(64, 'range'))
const categories = z.array(Category).check(z.maxLength(maxCategories, 'limit'))
export const DownloadConfig = z.object({
  download_path: z.string(),
  ...limits,
  folders: z._default(z.array(DownloadFolder), []),
  folder_id: z._default(folder_id, ''),
  categories: z._default(categories, []),
  schedule: z._default(Schedule, noSchedule),
  watched: z._default(WatchedFolder, { is_on: false, folder_id: '', folder_path: '' }),
  has_on_done: z._default(z.boolean(), false),
})
export type DownloadConfig = z.infer<typeof DownloadConfig>
const ConfigChange = z.partial(z.object({ ...limits, folder_id, categories, schedule: Schedule, watched: WatchedFolder }))

export const getDownloadConfig = act({ name: 'get_download_config', input: z.object({}), output: DownloadConfig })
/** Changes only the given fields; applies at once, to running tasks too. */
export const saveDownloadConfig = act({
  name: 'save_download_config',
  needs: 'owner',
  input: ConfigChange,
  output: DownloadConfig,
})

/** The box's config; from the mirror while it is offline (stale_at in seconds). 4004 if the box has not reported any yet. */
export const getConfig = call({
  host: 'device',
  path: '/device/device/getConfig',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.extend(DownloadConfig, { stale_at: z.nullable(z.number()) }),
})

/** Owner only (4003); saved by the box itself (4008 while it is offline). */
export const saveConfig = call({
  host: 'device',
  path: '/device/device/saveConfig',
  needs: 'online',
  device: 'devid',
  input: z.extend(ConfigChange, { devid: z.string() }),
  output: DownloadConfig,
})

/** The download folder. */
export const getDownload = call({
  host: 'device',
  path: '/forum/configure/getDownload',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.object({ download_path: z.string(), stale_at: z.nullable(z.number()) }),
})

/** Mirror row; key 'config'. */
export const configReport = report({ name: 'download.config', row: DownloadConfig })
