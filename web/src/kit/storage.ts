/** Browser storage: typed values under the spec's names in localStorage (spec 3), private ones per realm; whole responses in IndexedDB. The only module that uses either. */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import type { BindInfo, Profile } from '@homeport/contract/account.ts'
import type { Device, StorageEntry } from '@homeport/contract/device.ts'
import type { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Env, Lang } from '@homeport/contract/kit/operation.ts'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { sharedCache } from './shell/shared-names.ts'
import { now } from './time/clock.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The last known progress of a download, by its url: a list shows it before the box answers. */
export type CachedProgress = { task_id: string; progress: number; down_size: number; at: number }

/** The fields that every guide video and bullet comment has (spec 3); the rest is stored as received. */
type Named = { id: string; [field: string]: unknown }
type Comment = { text: string; time_ms: number; [field: string]: unknown }

/** update_tip_time: when the user last postponed an update, in seconds. install_offer: whether to offer installing the app. key_hint: devsns whose line about a missing key is hidden for good. hidden_banners: ids. film_sort: of the library, as it was chosen last. tv_sound: of films on this screen. env: the chosen environment. session_env: the one whose hosts know the sessions. They belong to the browser, not to the user. */
type AppShelf = {
  lang: Lang
  theme: Theme
  update_tip_time: number
  install_offer: { visits: number; is_refused: boolean }
  key_hint: { hidden: string[] }
  hidden_banners: string[]
  film_sort: { sort: string; order: string }
  tv_sound: { volume: number; is_muted: boolean; is_night?: boolean }
  env: Env
  session_env: Env
}
/** With update_tip_time the sixteen values of spec 3, and two of ours. All are private: deleted with the session. */
type RealmShelf = {
  token: string
  userInfo: Profile
  bindInfo: BindInfo
  currentDevice: Device
  socket_fd: string
  /** By devsn: what the direct socket is opened with. */
  lanAccess: Record<string, { access_id: string; secret: string }>
  /** The disk for downloads, then all disks of the box. */
  deviceStorage: StorageEntry
  deviceStorageList: StorageEntry[]
  downloadConfig: DownloadConfig
  /** devsn → url → progress */
  cacheProgress: Record<string, Record<string, CachedProgress>>
  playerInfo: PlayerInfo
  /** Ours: what the user was about to play, kept for a few minutes. */
  playIntent: {
    devsn: string
    step: 'looking' | 'choosing' | 'starting'
    movie_id: string
    path: string
    title: string
    point: number
    left: number
    duration: number
    target: string
    screen_name: string
    from: string
    at: number
  }
  videoList: Named[]
  /** Groups of videos under their titles. */
  titleList: { id: string; title: string; videos: Named[] }[]
  currentVideo: Named
  danmaku: Comment[]
  videoContent: Named
}
export type StoredValues<K extends keyof RealmShelf> = RealmShelf[K]
const realmNames: (keyof RealmShelf)[] = [
  'token',
  'userInfo',
  'bindInfo',
  'currentDevice',
  'socket_fd',
  'lanAccess',
  'deviceStorage',
  'deviceStorageList',
  'downloadConfig',
  'cacheProgress',
  'playerInfo',
  'playIntent',
  'videoList',
  'titleList',
  'currentVideo',
  'danmaku',
  'videoContent',
]

/** Values of the current box. */
const boxNames: (keyof RealmShelf)[] = ['deviceStorage', 'deviceStorageList', 'downloadConfig', 'playerInfo']

export const storageKeys = {
  app: <K extends keyof AppShelf>(name: K) => slot<AppShelf[K]>(keyOf(name)),
  realm: <K extends keyof RealmShelf>(lang: Lang, name: K) => slot<RealmShelf[K]>(keyOf(name, lang)),
  /** Deletes the stored data of the previous current box. */
  clearBox(lang: Lang) {
    for (const name of boxNames) write(keyOf(name, lang), null)
  },
  /** Deletes all private data of one realm. */
  clearRealm(lang: Lang) {
    for (const name of realmNames) write(keyOf(name, lang), null)
  },
}

/** keptAt: when it was kept, ms; 0 where it is absent. */
export type Slot<T> = { get: () => T | null; keptAt: () => number; set: (value: T | null) => void }

export function keyOf(name: string, lang?: Lang): string {
  return lang ? `homeport.${lang}.${name}` : `homeport.${name}`
}

/** Calls back when another tab of this browser changed a kept value. */
export function watchOtherTabs(listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith('homeport.')) listener()
  })
}

/** The version of the stored shape: values of another version count as absent. */
const shape = 1

// NOTE: only set() below writes these keys, so that a value of this shape version is a T.
function slot<T>(key: string): Slot<T> {
  return {
    get() {
      const stored = read(key)
      return isObject(stored) && stored['v'] === shape ? (stored['is'] as T) : null
    },
    keptAt() {
      const stored = read(key)
      return isObject(stored) && stored['v'] === shape && typeof stored['at'] === 'number' ? stored['at'] : 0
    },
    set: (value) => write(key, value === null ? null : { v: shape, is: value, at: now() }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Private windows and full disks refuse storage: then things live as long as the page. */
const memory = new Map<string, string>()

function read(key: string): unknown {
  return parsed(() => memory.get(key) ?? localStorage.getItem(key) ?? '')
}

/** Null where there is nothing, where the browser refuses it, and where what is kept is broken. */
function parsed(readText: () => string): unknown {
  try {
    return JSON.parse(readText() || 'null')
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

/** Text kept over reloads for as long as this tab is open. */
export const tabText = {
  get(name: string): string {
    try {
      return sessionStorage.getItem(keyOf(name)) ?? ''
    } catch {
      return memory.get(keyOf(name)) ?? ''
    }
  },
  /** A value that was set as JSON; null as in parsed(). */
  json: (name: string): unknown => parsed(() => tabText.get(name)),
  set(name: string, text: string): void {
    try {
      sessionStorage.setItem(keyOf(name), text)
    } catch {
      memory.set(keyOf(name), text)
    }
  },
}

/** Saved responses for the next start; without IndexedDB they live as long as the page. */
const database = 'homeport'
const store = 'answers'

/** By key: what was typed and does not stand in the database yet. mark: of one writing. */
const unsaved = slot<Record<string, { mark: number; value: unknown }>>(keyOf('unsaved'))

export async function readSaved(key: string): Promise<unknown> {
  const typed = unsaved.get()?.[key]
  return typed ? typed.value : withStore('readonly', (answers) => answers.get(key))
}

export async function writeSaved(key: string, value: unknown): Promise<void> {
  await withStore('readwrite', (answers) => answers.put(value, key))
}

/** Saves what somebody typed, as JSON: a page that ends before its disk is done loses nothing, since localStorage has it at once. */
export async function writeTyped(key: string, value: unknown): Promise<void> {
  const mark = Math.random()
  unsaved.set({ ...unsaved.get(), [key]: { mark, value } })
  const standsAs = await withStore('readwrite', (answers) => answers.put(value, key), 'stands')
  if (standsAs !== undefined) dropUnsaved((other, written) => other === key && written === mark)
}

function dropUnsaved(isDropped: (key: string, mark: number) => boolean): void {
  const rest = Object.entries(unsaved.get() ?? {}).filter(([key, { mark }]) => !isDropped(key, mark))
  unsaved.set(rest.length === 0 ? null : Object.fromEntries(rest))
}

/** Deletes all entries whose keys have the prefix. */
export async function forgetSaved(prefix: string): Promise<void> {
  dropUnsaved((key) => key.startsWith(prefix))
  await withStore('readwrite', (answers) => answers.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))
}

/** Size in bytes of all entries whose keys have the prefix: pictures by their size, the rest as JSON. */
export async function savedBytes(prefix: string): Promise<number> {
  const values = await withStore<unknown[]>('readonly', (answers) => answers.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))
  return (values ?? []).reduce<number>(
    (sum, value) => sum + (value instanceof Blob ? value.size : (JSON.stringify(value)?.length ?? 0)),
    0,
  )
}

/** Pictures are stored apart from a user's responses; both are deleted with their realm. */
const pictureKey = (lang: Lang, id: string) => `${lang}/picture/${id}`
const maxPictures = 600
let pictures = 0

export async function savedPicture(lang: Lang, id: string): Promise<Blob | null> {
  const saved = await readSaved(pictureKey(lang, id))
  return saved instanceof Blob ? saved : null
}

/** At most so many per visit: scrolling through a large library must not fill the disk. */
export async function savePicture(lang: Lang, id: string, picture: Blob): Promise<void> {
  if (pictures >= maxPictures) return
  pictures += 1
  await writeSaved(pictureKey(lang, id), picture).catch(() => null)
}

/** Service worker caches with private data have their realm as name prefix, or hold what another app shared; on plain http there are none. */
export async function forgetCaches(lang: Lang): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = (await caches.keys().catch(() => [])).filter((name) => name === sharedCache || name.startsWith(keyOf('', lang)))
  await Promise.allSettled(names.map((name) => caches.delete(name)))
}

/** Pieces of a large file, in the order of their numbers; they are deleted with their realm as everything here. False where there is no room for one. */
export async function writePiece(file: string, index: number, piece: Blob): Promise<boolean> {
  const key = `${file}/${String(index).padStart(6, '0')}`
  return (await withStore('readwrite', (answers) => answers.put(piece, key), 'stands')) !== undefined
}

export async function readPieces(file: string): Promise<Blob[]> {
  const saved = (await withStore<unknown[]>('readonly', (answers) => answers.getAll(piecesOf(file)))) ?? []
  return saved.filter((piece) => piece instanceof Blob)
}

export async function countPieces(file: string): Promise<number> {
  return (await withStore('readonly', (answers) => answers.count(piecesOf(file)))) ?? 0
}

const piecesOf = (file: string) => IDBKeyRange.bound(`${file}/`, `${file}/\uffff`)

let answers: UseStore | null = null

/**
 * undefined where the browser has no IndexedDB, or refuses it. stands: only once it is written whole: a full disk is told at the end.
 * iOS closes the connection of an app that lay in the background, and tells nobody: the first failure opens it anew.
 */
async function withStore<T>(
  mode: IDBTransactionMode,
  use: (answers: IDBObjectStore) => IDBRequest<T>,
  until: 'answered' | 'stands' = 'answered',
): Promise<T | undefined> {
  if (typeof indexedDB === 'undefined') return undefined
  const attempt = () =>
    (answers ??= createStore(database, store))(mode, async (all) => {
      const [result] = await Promise.all([promisifyRequest(use(all)), until === 'stands' && promisifyRequest(all.transaction)])
      return result
    })
  try {
    return await attempt()
  } catch {
    answers = null
    return attempt().catch(() => undefined)
  }
}
