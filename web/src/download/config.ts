/** Query and mutation of the box's download settings, and parsing of the form. */
import type { Device } from '@homeport/contract/device.ts'
import { type Category, DownloadConfig, getConfig, getDownload, saveConfig } from '@homeport/contract/download/download-config.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { startingWith } from '../kit/query/first-paint.ts'
import { edit, optimistic } from '../kit/keep/optimistic.ts'
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

export type Change = Partial<Omit<DownloadConfig, 'download_path'>>

/** The box's response replaces the optimistic change. */
export const save = (client: QueryClient, device: Device) => {
  const { queryKey } = config(device)
  return mutationOptions({
    mutationFn: (change: Change) => ask(saveConfig, { devid: device.devid, ...change }),
    ...optimistic((change: Change) => edit(client, queryKey, (existing) => ({ ...existing, ...change }))),
    onSuccess: (saved) => client.setQueryData(queryKey, { ...saved, stale_at: null }),
  })
}

/** name: of the category that is changed, '' for a new one. category: null removes it. */
export type CategoryChange = { name: string; category: Category | null }

/** Changes one category in the list that the box has now: what another phone changed meanwhile stays. False where that has a category of the new name. */
export const saveCategory = (client: QueryClient, device: Device) => {
  const { queryKey } = config(device)
  return mutationOptions({
    async mutationFn({ name, category }: CategoryChange): Promise<boolean> {
      const existing = await ask(getConfig, { devid: device.devid })
      client.setQueryData(queryKey, existing)
      const others = existing.categories.filter((one) => one.name !== name)
      if (category && others.some((one) => one.name === category.name)) return false
      const isKnown = others.length < existing.categories.length
      const changed = existing.categories.flatMap((one) => (one.name === name ? (category ?? []) : one))
      const categories = isKnown || !category ? changed : [...others, category]
      const saved = await ask(saveConfig, { devid: device.devid, categories })
      client.setQueryData(queryKey, { ...saved, stale_at: null })
      return true
    },
  })
}

/** The form's own texts: speeds in MB/s, '' = no limit; null for a field that is out of its range. */
export type Draft = { running: string; down: string; up: string; ratio: string; minutes: string }
const bytesPerMb = 1_000_000

export function draftOf(config: DownloadConfig): Draft {
  const speed = (bytes: number) => (bytes === 0 ? '' : String(Math.round(bytes / 1000) / 1000))
  return {
    running: String(config.max_running),
    down: speed(config.down_limit_bytes),
    up: speed(config.up_limit_bytes),
    ratio: String(config.seed_ratio),
    minutes: String(config.seed_minutes),
  }
}

export function readDraft(draft: Draft): { change: Change; wrong: (keyof Draft)[] } {
  const number = (text: string, otherwise: number) =>
    text.trim() === '' ? otherwise : /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
  const { shape } = DownloadConfig
  const wrong: (keyof Draft)[] = []
  const check = (field: keyof Draft, isRight: boolean) => void (isRight || wrong.push(field))
  const change = {
    max_running: number(draft.running, Number.NaN),
    down_limit_bytes: Math.round(number(draft.down, 0) * bytesPerMb),
    up_limit_bytes: Math.round(number(draft.up, 0) * bytesPerMb),
    seed_ratio: number(draft.ratio, 0),
    seed_minutes: number(draft.minutes, 0),
  }
  check('running', shape.max_running.safeParse(change.max_running).success)
  check('down', shape.down_limit_bytes.safeParse(change.down_limit_bytes).success)
  check('up', shape.up_limit_bytes.safeParse(change.up_limit_bytes).success)
  check('ratio', shape.seed_ratio.safeParse(change.seed_ratio).success)
  check('minutes', shape.seed_minutes.safeParse(change.seed_minutes).success)
  return { change, wrong }
}
