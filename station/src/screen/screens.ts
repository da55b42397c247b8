/** The screens of the box: those admitted, those waiting for admission, and the open page of each (wire.md "Screens"). */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Screen, Screens as ScreenList } from '@homeport/contract/playback/screen.ts'
import { Refusal } from '../kit/refusal.ts'
import { loadAdmittedScreens } from './admitted-screens.ts'
import { openRendererScreens, type RendererSettings } from './dlna/renderer-screens.ts'
import { joinDriven } from './driven/driven-screens.ts'
import { createHereScreens } from './here-screens.ts'
import { openKodiScreens, type KodiAddress, type KodiSettings } from './kodi/kodi-screens.ts'
import { openOwnScreen, type OwnScreenSettings } from './mpv/own-screen.ts'
import { ownerOf, type ScreenOwner, type ScreenRow, type ScreenStore } from './store.ts'
import { createScreenPages, type OpenPage, type ScreenListener, type ScreenPageDeps } from './page/screen-pages.ts'
import { toWire, waitingToWire } from './to-wire.ts'

export type ScreenDeps = Omit<ScreenPageDeps, 'takeHere' | 'onLeft'> & {
  /** By it the digits of a page and the pairing code end. */
  elapsed: () => number
  store: ScreenStore
  /** A bound user. */
  isMember: (realm: Lang, user_id: string) => boolean
  renderers: RendererSettings
  ownScreen: OwnScreenSettings
  kodis: KodiSettings
}
/** A list has the TVs that people let in first. */
const order: readonly ScreenRow['kind'][] = ['tv', 'here', 'mpv', 'kodi', 'dlna']
export type Screens = Awaited<ReturnType<typeof openScreens>>

export async function openScreens({ store, renderers, ownScreen, kodis: kodiSettings, ...parts }: ScreenDeps) {
  const { now, elapsed } = parts
  const listeners = new Set<() => void>()
  const onChange = () => listeners.forEach((listener) => listener())
  const screens = await loadAdmittedScreens({ store, now })
  const browsers = createHereScreens({ screens, now })
  const kodis = await openKodiScreens({ settings: kodiSettings, screens, now, onChange })
  const driven = joinDriven([
    openOwnScreen({ settings: ownScreen, screens, now, onChange }),
    kodis,
    await openRendererScreens({ settings: renderers, screens, now, onChange }),
  ])
  const pages = createScreenPages(
    { ...parts, now: elapsed, takeHere: (key) => browsers.take(key), onLeft: browsers.left },
    screens,
    onChange,
  )
  const view = (row: ScreenRow, realm?: Lang) =>
    toWire(row, {
      isOnline: pages.isOnline(row.screen_id) || driven.isOnline(row.screen_id),
      lacks: driven.lacksOf(row),
      isAwaited: browsers.isAwaited(row.screen_id),
      now: now(),
      ...(realm && { realm }),
    })

  const remove = (screen_id: string) =>
    screens.remove(screen_id, () => {
      pages.removed(screen_id)
      browsers.removed(screen_id)
      driven.removed(screen_id)
    })

  return {
    start(listener: ScreenListener): void {
      pages.start(listener)
      driven.start(listener)
    },
    /** Calls the listener when a screen connected, disconnected or waits for admission. */
    onChange: (listener: () => void) => void listeners.add(listener),
    key: pages.key,
    open: pages.open,
    screenOf: async (sessionHash: string) => (await screens.bySession(sessionHash))?.screen_id,
    renewed: (sessionHash: string, nextHash: string) => screens.renewed(sessionHash, nextHash),
    look: () => driven.look(),
    readerOf: (ticket: string) => driven.readerOf(ticket),
    /** An admitted screen or one that the box drives, whether it is online or not. */
    byId(screen_id: string): { screen_id: string; name: string; owner: ScreenOwner | undefined } | undefined {
      const row = screens.get(screen_id) ?? driven.unused(screen_id)
      return row && { screen_id, name: row.name, owner: ownerOf(row) }
    },
    /** Open pages of admitted screens, then the screens that the box drives. */
    stages: (): OpenPage[] => [...pages.admitted(), ...driven.stages()],
    /** The browser in which this user watches. */
    async addBrowser(owner: ScreenOwner, name: string): Promise<{ screen_id: string; key: string }> {
      const issued = await browsers.issue(owner, name)
      // The film of a page that has just closed does not go on in the next one.
      if (!pages.isOnline(issued.screen_id)) pages.removed(issued.screen_id)
      return issued
    },
    /** Forgets browsers whose page is gone. */
    async sweep(): Promise<void> {
      const expired = browsers.expired(pages.isOnline, parts.isMember)
      for (const row of expired) await remove(row.screen_id)
      if (expired.length > 0) onChange()
    },
    /** As one person sees it: the TVs, and the person's own browsers. user_id: undefined for the TVs alone. */
    list(realm: Lang, user_id: string | undefined): Omit<ScreenList, 'address'> {
      const waiting = pages.pending.shown().map(([page, { until }]) => waitingToWire(page, { until, now: elapsed() }))
      const isShown = (row: ScreenRow) => {
        const owner = ownerOf(row)
        return !owner || (owner.realm === realm && owner.user_id === user_id)
      }
      const last = (row: ScreenRow) => order.indexOf(row.kind)
      const rows = [...screens.all(), ...driven.allUnused()].toSorted((one, other) => last(one) - last(other))
      return { data: rows.flatMap((row) => (isShown(row) ? view(row, realm) : [])), waiting, kodis: kodis.nearby() }
    },
    /** True if a user of this realm watches in an own browser. */
    hasHere: (realm: Lang): boolean => screens.all().some((row) => ownerOf(row)?.realm === realm),
    async admit(digits: string): Promise<Screen> {
      const page = pages.pending.admit(digits)
      if (page === 'too_many') throw new Refusal(Code.tooMany)
      if (page === 'wrong') throw new Refusal(Code.wrongCredentials)
      const row = await pages.admit(page, false)
      onChange()
      return view(row)
    },
    async addKodi(given: KodiAddress): Promise<Screen> {
      return view(screens.require(await kodis.add(given)))
    },
    async rename(screen_id: string, name: string): Promise<Screen> {
      const unused = driven.unused(screen_id)
      const row = unused ? await screens.addDriven(unused) : screens.require(screen_id)
      await screens.rename(row, name)
      onChange()
      return view(row)
    },
    async forget(screen_id: string): Promise<void> {
      await remove(screens.require(screen_id).screen_id)
      onChange()
    },
    /** No user is bound any more: removes the screens that an owner admitted. */
    async forgetAll(): Promise<void> {
      for (const row of screens.all().filter((one) => one.is_own === 0)) await remove(row.screen_id)
    },
    refresh: () => pages.refresh(),
    filmsChanged: () => pages.filmsChanged(),
    tick: () => pages.pending.tick(),
    async stop(): Promise<void> {
      await driven.stop()
      await pages.stop()
    },
  }
}
