/** The screens of the box: those waiting for admission, those admitted, and the open page of each (wire.md "Screens"). */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Ability, FromScreen, Screen, Screens as ScreenList, ToScreen } from '@homeport/contract/screen.ts'
import type { WebSocket } from 'ws'
import { Refusal } from '../kit/refusal.ts'
import { freeName } from './browser-name.ts'
import { screenViewOf, type ScreenViewParts } from './screen-view.ts'
import { screenFilms, type ScreenLibrary } from './films.ts'
import { openPageSocket, type PageSocket } from './page-socket.ts'
import type { ScreenRow, ScreenStore } from './store.ts'
import { createPendingAdmissions } from './pending-admissions.ts'

/** Maximum of open pages without admission; more are rejected. */
const outsideMost = 24
/** Close codes after which a page does not reconnect by itself. */
const sentAway = Code.wrongCredentials
const movedAway = 4002

/** The open page of an admitted screen. */
export type OpenPage = {
  screen_id: string
  name: string
  can: readonly Ability[]
  say: (word: ToScreen) => boolean
  isFree: () => boolean
}
export type PageMessage = Exclude<FromScreen, { kind: 'films' }>

export type ScreenParts = Omit<ScreenViewParts, 'ticket'> & {
  store: ScreenStore
  library: ScreenLibrary
  now: () => number
  /** The key was used and replaced. */
  onKey: () => void
  onFault: (fault: unknown) => void
}
/** The player, as the screens report to it. */
export type ScreenListener = {
  heard: (page: OpenPage, word: PageMessage) => void
  /** The screen's last page closed, or the screen was removed. */
  gone: (screen_id: string, why: 'away' | 'forgotten') => void
}
export type Screens = Awaited<ReturnType<typeof openScreens>>

export async function openScreens(parts: ScreenParts) {
  const { store, library, now, onKey, onFault } = parts
  const changed = new Set<() => void>()
  const onChange = () => changed.forEach((listener) => listener())
  let player: ScreenListener | undefined
  const lines = new Set<PageSocket>()
  const rows = new Map<string, ScreenRow>((await store.all()).map((row) => [row.screen_id, row]))
  /** Admitted screens whose cookie must be replaced by a new secret. */
  const renewing = new Set<string>()
  const waiting = createPendingAdmissions<PageSocket>({ now, onChange: (line) => (show(line), onChange()) })
  let key = newKey()
  let isStopped = false

  const lineOf = (screen_id: string) => [...lines].find((line) => line.screen_id === screen_id && line.can)
  const show = (line: PageSocket) => line.can && line.say(screenViewOf(line, { ...parts, ticket: waiting.ticketOf(line) }))

  function view(row: ScreenRow): Screen {
    const is_online = lineOf(row.screen_id) !== undefined
    return { screen_id: row.screen_id, name: row.name, is_online, seen_at: Math.floor((is_online ? now() : row.seen_at) / 1000) }
  }
  function stageOf(line: PageSocket): OpenPage {
    const { screen_id, can = [], say, isFree } = line
    return { screen_id, can, say, isFree, name: rows.get(screen_id)?.name ?? '' }
  }
  function rowOf(screen_id: string): ScreenRow {
    const row = rows.get(screen_id)
    if (!row) throw new Refusal(Code.notFound)
    return row
  }

  async function letIn(line: PageSocket, isOwn: boolean): Promise<ScreenRow> {
    const { sessionHash = '' } = line
    // Two pages of one browser share the cookie.
    const existing = await store.bySession(sessionHash)
    if (existing) return existing
    const row: ScreenRow = {
      screen_id: `s_${randomBytes(6).toString('hex')}`,
      name: freeName(
        line.browser,
        [...rows.values()].map((one) => one.name),
      ),
      session_hash: sessionHash,
      is_own: isOwn ? 1 : 0,
      created_at: now(),
      seen_at: now(),
    }
    await store.add(row)
    rows.set(row.screen_id, row)
    renewing.add(row.screen_id)
    for (const one of [...lines].filter((one) => one.sessionHash === sessionHash)) {
      waiting.leave(one)
      one.say({ kind: 'admitted' })
    }
    return row
  }

  async function remove(screen_id: string): Promise<void> {
    await store.remove(screen_id)
    rows.delete(screen_id)
    player?.gone(screen_id, 'forgotten')
    for (const line of [...lines].filter((one) => one.screen_id === screen_id)) {
      line.say({ kind: 'forgotten' })
      line.close(1000)
    }
  }

  async function greet(line: PageSocket, word: Extract<FromScreen, { kind: 'hello' }>): Promise<void> {
    const row = line.sessionHash === undefined ? undefined : await store.bySession(line.sessionHash)
    line.can = word.can
    if (row) {
      for (const old of [...lines].filter((one) => one !== line && one.screen_id === row.screen_id)) old.close(movedAway)
      line.screen_id = row.screen_id
      show(line)
      player?.heard(stageOf(line), word)
      onChange()
      return
    }
    // Without a cookie there is no session to admit.
    if (line.sessionHash === undefined) return line.close(sentAway)
    if (line.isLoopback && isSame(word.key, key)) {
      key = newKey()
      await letIn(line, true)
      onKey()
      return
    }
    knock(line)
  }

  function knock(line: PageSocket): void {
    if (parts.isBound()) waiting.enter(line)
    else waiting.leave(line)
    show(line)
  }

  async function handle(line: PageSocket, word: FromScreen): Promise<void> {
    if (!line.can) return word.kind === 'hello' ? greet(line, word) : line.close(sentAway)
    if (line.screen_id === '' || word.kind === 'hello') return
    if (word.kind !== 'films') return player?.heard(stageOf(line), word)
    line.say({ kind: 'films', id: word.id, ...(await screenFilms(library, word)) })
  }

  function closed(line: PageSocket): void {
    if (isStopped) return
    lines.delete(line)
    waiting.leave(line)
    const row = rows.get(line.screen_id)
    if (row) {
      if (!lineOf(line.screen_id)) player?.gone(line.screen_id, 'away')
      row.seen_at = now()
      void store.change(row.screen_id, { seen_at: row.seen_at }).catch(onFault)
    }
    if (line.can) onChange()
  }

  return {
    /** Call before the first page connects. */
    start: (listener: ScreenListener) => void (player = listener),
    /** Calls the listener when a screen connected, disconnected or waits for admission. */
    onChange: (listener: () => void) => void changed.add(listener),
    key: () => key,
    open: (socket: WebSocket, request: IncomingMessage, sessionHash: string | undefined): void => {
      // Messages are handled in order: the first one identifies the page.
      let before = Promise.resolve()
      const next = (one: PageSocket, word: FromScreen) => (before = before.then(() => handle(one, word)).catch(onFault))
      const line = openPageSocket({ socket, request, sessionHash, now, closed, heard: (one, word) => void next(one, word) })
      if ([...lines].filter((one) => one.screen_id === '').length >= outsideMost) return line.close(sentAway)
      lines.add(line)
    },
    screenOf: async (sessionHash: string) => (await store.bySession(sessionHash))?.screen_id,
    renewed: async (sessionHash: string, nextHash: string): Promise<boolean> => {
      const row = await store.bySession(sessionHash)
      if (!row || !renewing.delete(row.screen_id)) return false
      await store.change(row.screen_id, { session_hash: nextHash })
      return true
    },
    /** An admitted screen, whether its page is open or not. */
    known(screen_id: string): { screen_id: string; name: string } | undefined {
      const row = rows.get(screen_id)
      return row && { screen_id, name: row.name }
    },
    /** Open pages of admitted screens. */
    stages: (): OpenPage[] => [...lines].filter((line) => line.screen_id !== '' && line.can).map(stageOf),
    list(): Omit<ScreenList, 'address'> {
      const shown = waiting.shown().map(([line, { until }]) => ({
        address: line.address,
        name: line.browser,
        until: Math.floor(until / 1000),
        left_ms: Math.max(0, until - now()),
      }))
      return { data: [...rows.values()].map(view), waiting: shown }
    },
    async admit(digits: string): Promise<Screen> {
      const found = waiting.admit(digits)
      if (found === 'too_many') throw new Refusal(Code.tooMany)
      if (found === 'wrong') throw new Refusal(Code.wrongCredentials)
      const row = await letIn(found, false)
      onChange()
      return view(row)
    },
    async rename(screen_id: string, name: string): Promise<Screen> {
      const row = rowOf(screen_id)
      await store.change(screen_id, { name })
      row.name = name
      onChange()
      return view(row)
    },
    async forget(screen_id: string): Promise<void> {
      rowOf(screen_id)
      await remove(screen_id)
      onChange()
    },
    /** No user is bound any more: removes the screens that an owner admitted. */
    async forgetAll(): Promise<void> {
      for (const row of [...rows.values()].filter((one) => one.is_own === 0)) await remove(row.screen_id)
    },
    /** Data shown on the pages changed. */
    refresh(): void {
      for (const line of lines) {
        if (!line.can) continue
        if (line.screen_id === '') knock(line)
        else show(line)
      }
    },
    filmsChanged(): void {
      for (const line of lines) if (line.screen_id !== '') line.say({ kind: 'stale' })
    },
    tick: () => waiting.tick(),
    async stop(): Promise<void> {
      isStopped = true
      for (const { screen_id } of lines) if (screen_id !== '') await store.change(screen_id, { seen_at: now() })
    },
  }
}

function newKey(): string {
  return randomBytes(15).toString('base64url')
}

function isSame(typed: string, key: string): boolean {
  const [a, b] = [Buffer.from(typed), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}
