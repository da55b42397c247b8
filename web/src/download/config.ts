/** Queries of the box's download settings. */
import type { Device } from '@homeport/contract/device.ts'
import { getConfig, getDownload } from '@homeport/contract/download/download-config.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { startingWith } from '../kit/query/first-paint.ts'
import { storageKeys } from '../kit/storage.ts'
import { storeForSession, session } from '../kit/session.ts'

export const config = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'download', 'config', device.devid],
    queryFn: async ({ signal }) => {
      const keepIt = storeForSession()
      const reported = await ask(getConfig, { devid: device.devid }, { signal })
      keepIt('downloadConfig', reported)
      return reported
    },
    ...keptConfig(device),
    // the stored value may be older than the last change
    staleTime: 0,
    meta: { isSaved: true, isQuiet: true },
  })

/** Where a download lies that the box has not placed yet. */
export const downloadFolder = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'download', 'folder', device.devid],
    queryFn: ({ signal }) => ask(getDownload, { devid: device.devid }, { signal }),
    meta: { isSaved: true, isQuiet: true },
  })

function keptConfig(device: Device) {
  const { lang, device: current } = session.get()
  if (current?.devid !== device.devid) return {}
  const stored = storageKeys.realm(lang, 'downloadConfig').get()
  return startingWith(getConfig.output, stored && { stale_at: null, ...stored })
}
