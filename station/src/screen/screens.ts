/** The screens of the box: those admitted, those waiting for admission, and the open page of each (wire.md "Screens"). */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Screen, Screens as ScreenList } from '@homeport/contract/playback/screen.ts'
import { Refusal } from '../kit/refusal.ts'
import { openAdmittedScreens } from './admitted-screens.ts'
import { openRendererScreens, type RendererSettings } from './dlna/renderer-screens.ts'
import { createHereScreens } from './here-screens.ts'
import { ownerOf, type ScreenOwner } from './screen-owner.ts'
import { createScreenPages, type OpenPage, type ScreenListener, type ScreenPageDeps } from './screen-pages.ts'
import type { ScreenRow, ScreenStore } from './store.ts'
import { toWire, waitingToWire } from './to-wire.ts'

export type ScreenDeps = Omit<ScreenPageDeps, 'takeHere' | 'onLeft'> & {
  store: ScreenStore
  /** A bound user. */
  isMember: (realm: Lang, user_id: string) => boolean
  renderers: RendererSettings
}
export type Screens = Awaited<ReturnType<typeof openScreens>>

export async function openScreens({ store, renderers: settings, ...parts }: ScreenDeps) {
  const { now } = parts
  const listeners = new Set<() => void>()
  const onChange = () => listeners.forEach((listener) => listener())
  const screens = await openAdmittedScreens({ store, now })
  const browsers = createHereScreens({ screens, now })
  const renderers = await openRendererScreens({ settings, screens, now, onChange })
  const pages = createScreenPages({ ...parts, takeHere: (key) => browsers.take(key), onLeft: browsers.left }, screens, onChange)
  const view = (row: ScreenRow, realm?: Lang) =>
    toWire(row, {
      isOnline: pages.isOnline(row.screen_id) || renderers.isOnline(row.screen_id),
      lacks: renderers.lacksOf(row),
      isAwaited: browsers.isAwaited(row.screen_id),
      now: now(),
      ...(realm && { realm }),
    })

  const remove = (screen_id: string) =>
    screens.remove(screen_id, () => {
      pages.removed(screen_id)
      browsers.removed(screen_id)
      renderers.removed(screen_id)
    })

  return {
    start(listener: ScreenListener): void {
      pages.start(listener)
      renderers.start(listener)
    },
    /** Calls the listener when a screen connected, disconnected or waits for admission. */
    onChange: (listener: () => void) => void listeners.add(listener),
    key: pages.key,
    open: pages.open,
    screenOf: async (sessionHash: string) => (await screens.bySession(sessionHash))?.screen_id,
    renewed: (sessionHash: string, nextHash: string) => screens.renewed(sessionHash, nextHash),
    look: () => renderers.look(),
    readerOf: (ticket: string) => renderers.readerOf(ticket),
    /** An admitted screen or a renderer, whether it is online or not. */
    known(screen_id: string): { screen_id: string; name: string; owner: ScreenOwner | undefined } | undefined {
      const row = screens.get(screen_id) ?? renderers.unused(screen_id)
      return row && { screen_id, name: row.name, owner: ownerOf(row) }
    },
    /** Open pages of admitted screens, then the renderers that are online. */
    stages: (): OpenPage[] => [...pages.admitted(), ...renderers.stages()],
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
      const waiting = pages.pending.shown().map(([page, { until }]) => waitingToWire(page, { until, now: now() }))
      const isShown = (row: ScreenRow) => {
        const owner = ownerOf(row)
        return !owner || (owner.realm === realm && owner.user_id === user_id)
      }
      const last = (row: ScreenRow) => Number(row.kind === 'dlna')
      const rows = [...screens.all(), ...renderers.allUnused()].toSorted((one, other) => last(one) - last(other))
      return { data: rows.flatMap((row) => (isShown(row) ? view(row, realm) : [])), waiting }
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
    async rename(screen_id: string, name: string): Promise<Screen> {
      const unused = renderers.unused(screen_id)
      const row = unused ? await screens.addRenderer(unused) : screens.require(screen_id)
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
      await renderers.stop()
      await pages.stop()
    },
  }
}
