/** What the app keeps in the browser under the spec's names (spec 3): typed, private things per realm. The one home of localStorage. */
import { BindInfo, Profile } from '@homeport/contract/account.ts'
import { Device } from '@homeport/contract/device.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import * as z from 'zod/mini'
import './no-eval.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The last that was seen of a download, by its url: a list shows it before the box has spoken again. */
export const Seen = z.object({ task_id: z.string(), progress: z.number(), down_size: z.number(), at: z.number() })
export type Seen = z.infer<typeof Seen>

const appShelf = { lang: z.enum(langs), theme: z.enum(themes) }
const realmShelf = {
  token: z.string(),
  userInfo: Profile,
  bindInfo: BindInfo,
  currentDevice: Device,
  socket_fd: z.string(),
  /** devsn → url → progress */
  cacheProgress: z.record(z.string(), z.record(z.string(), Seen)),
}

type AppShelf = typeof appShelf
type RealmShelf = typeof realmShelf

export const keep = {
  app: <K extends keyof AppShelf>(name: K) => slot<z.infer<AppShelf[K]>>(appShelf[name], keyOf(name)),
  realm: <K extends keyof RealmShelf>(lang: Lang, name: K) => slot<z.infer<RealmShelf[K]>>(realmShelf[name], keyOf(name, lang)),
  /** Forgets all private things of one realm. */
  clearRealm(lang: Lang) {
    for (const name of Object.keys(realmShelf)) write(keyOf(name, lang), null)
  },
}

export type Slot<T> = { get: () => T | null; set: (value: T | null) => void }

export function keyOf(name: string, lang?: Lang): string {
  return lang ? `homeport.${lang}.${name}` : `homeport.${name}`
}

/** Calls back when another tab of this browser changed a kept value. */
export function watchOtherTabs(listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith('homeport.')) listener()
  })
}

// NOTE: T is the schema's own output; zod/mini's generic parse does not carry it through the table above.
function slot<T>(schema: z.ZodMiniType, key: string): Slot<T> {
  return {
    get() {
      const parsed = z.safeParse(schema, read(key))
      return parsed.success ? (parsed.data as T) : null
    },
    set: (value) => write(key, value),
  }
}

/** Private windows and full disks refuse storage: then things live as long as the page. */
const memory = new Map<string, string>()

function read(key: string): unknown {
  try {
    return JSON.parse(memory.get(key) ?? localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    if (value !== null) memory.set(key, JSON.stringify(value))
  }
}
