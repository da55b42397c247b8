/** The TV pages: which are open, what each shows, and the player's messages from those of admitted screens. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Ability, FromScreen, MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import type { WebSocket } from 'ws'
import type { AdmittedScreens } from '../admitted-screens.ts'
import type { Leaving } from '../here-screens.ts'
import { viewerOf, type Viewer } from '../../shared/viewer.ts'
import { viewedLibrary, type ScreenLibrary } from '../library/library.ts'
import { answerOf, isForLibrary, type LibraryMessage } from '../library/library-answers.ts'
import { createOpenPages } from './open-pages.ts'
import { openPageSocket, type PageSocket } from './page-socket.ts'
import { createPendingAdmissions } from './pending-admissions.ts'
import type { Visitor } from '../request-policy.ts'
import { ownerOf, type ScreenOwner, type ScreenRow } from '../store.ts'
import { screenViewOf, type ScreenViewDeps } from './screen-view.ts'

/** Close codes after which a page does not reconnect by itself. */
const rejected = Code.wrongCredentials
const replacedByNewer = 4002

/** The open page of an admitted screen. */
export type OpenPage = {
  screen_id: string
  can: readonly Ability[]
  /** In which titles are shown. */
  lang: Lang
  /** The user whose browser it is; undefined for a TV. */
  owner: ScreenOwner | undefined
  /** A page has a notion of everything. */
  lacks: readonly ScreenLack[]
  isSeekless: boolean
  /** A page has its browser's formats. */
  playsAll: boolean
  /** A page opens no files of the box. */
  isLocal: boolean
  /** kbit/s that reach it on its way through a cloud; absent at home. */
  mostKbit?: number
  send: (message: MessageToScreen) => boolean
  isFree: () => boolean
}
export type PageMessage = Exclude<FromScreen, LibraryMessage | MarkMessage>
/** The person who watches marks a film on the page, or takes the mark back. */
export type MarkMessage = Extract<FromScreen, { kind: 'favorite' | 'aside' }>

/** The player, as the screens report to it. */
export type ScreenListener = {
  handle: (page: OpenPage, message: PageMessage) => void
  /** The screen's last page closed, or the screen was removed. */
  gone: (screen_id: string, why: 'away' | 'forgotten') => void
}

export type ScreenPageDeps = Omit<ScreenViewDeps, 'ticket' | 'isHere'> & {
  library: ScreenLibrary
  onMark: (viewer: Viewer, message: MarkMessage) => Promise<void>
  now: () => number
  /** Uses up the key of a user's own browser. */
  takeHere: (key: string) => ScreenRow | undefined
  /** The last page of a screen is gone: closed, or not heard any more. */
  onLeft: (screen_id: string, how: Leaving) => void
  /** The key was used and replaced. */
  onKey: () => void
  onFault: (fault: unknown) => void
}

/** The cookie is looked at first: pages of admitted screens come in, however many others wait. */
async function addPage(
  page: PageSocket,
  { pages, screens, onFault }: Pick<PageDeps, 'pages' | 'screens'> & Pick<ScreenPageDeps, 'onFault'>,
): Promise<void> {
  let row: ScreenRow | undefined
  try {
    row = page.sessionHash === undefined ? undefined : await screens.bySession(page.sessionHash)
  } catch (fault) {
    // It waits, within the bounds of those that nobody knows.
    onFault(fault)
  }
  if (!page.isOpen()) return
  if (row) return pages.addAdmitted(page)
  const { isAdded, displaced } = pages.addWaiting(page)
  displaced?.close(rejected)
  if (!isAdded) page.close(rejected)
}

type PageDeps = {
  pages: ReturnType<typeof createOpenPages>
  screens: AdmittedScreens
  pending: ReturnType<typeof createPendingAdmissions<PageSocket>>
}

/** A user's own browser came with its key. */
async function admitBrowser(
  { sessionHash = '' }: PageSocket,
  row: ScreenRow,
  { pages, screens, pending }: PageDeps,
): Promise<void> {
  await screens.assign(row, sessionHash)
  for (const one of pages.all().filter((other) => other.sessionHash === sessionHash)) {
    pending.leave(one)
    one.send({ kind: 'admitted' })
  }
}

async function admitPage(page: PageSocket, isOwn: boolean, { pages, screens, pending }: PageDeps): Promise<ScreenRow> {
  const { sessionHash = '', browser } = page
  // Two pages of one browser share the cookie.
  const existing = await screens.bySession(sessionHash)
  if (existing) return existing
  const row = await screens.add({ browser, sessionHash, isOwn })
  for (const one of pages.all().filter((other) => other.sessionHash === sessionHash)) {
    pending.leave(one)
    one.send({ kind: 'admitted' })
  }
  return row
}

function isMark(message: FromScreen): message is MarkMessage {
  return message.kind === 'favorite' || message.kind === 'aside'
}

type ViewerDeps = Pick<ScreenPageDeps, 'library' | 'people' | 'onMark'> & { screens: Pick<AdmittedScreens, 'get'> }

/** Answers the messages whose answer depends on who watches. */
async function answerViewer(
  page: PageSocket,
  message: LibraryMessage | MarkMessage,
  { library, people, onMark, screens }: ViewerDeps,
): Promise<void> {
  const row = screens.get(page.screen_id)
  const viewer = viewerOf(people(), { owner: row && ownerOf(row), chosen: message.viewer })
  if (isForLibrary(message)) return void page.send(await answerOf(viewedLibrary(library, { viewer, lang: page.lang }), message))
  if (viewer) await onMark(viewer, message)
}

/** onChange: a screen connected, disconnected or waits for admission. */
export function createScreenPages(deps: ScreenPageDeps, screens: AdmittedScreens, onChange: () => void) {
  const { now, onKey, onFault } = deps
  const pages = createOpenPages()
  const pending = createPendingAdmissions<PageSocket>({ now, onChange: (page) => (show(page), onChange()) })
  let player: ScreenListener | undefined
  let key = newKey()
  let isStopped = false

  const show = (page: PageSocket) =>
    page.can &&
    page.send(
      screenViewOf(page, { ...deps, ticket: pending.ticketOf(page), isHere: screens.get(page.screen_id)?.kind === 'here' }),
    )
  const openPageOf = (page: PageSocket) => asOpenPage(page, screens)

  const admit = (page: PageSocket, isOwn: boolean) => admitPage(page, isOwn, { pages, screens, pending })

  async function handleHello(page: PageSocket, hello: Extract<FromScreen, { kind: 'hello' }>): Promise<void> {
    page.can = hello.can
    page.lang = hello.lang ?? 'en'
    const row = page.sessionHash === undefined ? undefined : await screens.bySession(page.sessionHash)
    const own = page.sessionHash === undefined ? undefined : deps.takeHere(hello.key)
    if (own && own.screen_id !== row?.screen_id) return admitBrowser(page, own, { pages, screens, pending })
    if (row) {
      for (const old of pages.all().filter((one) => one !== page && one.screen_id === row.screen_id)) old.close(replacedByNewer)
      page.screen_id = row.screen_id
      show(page)
      player?.handle(openPageOf(page), hello)
      onChange()
      return
    }
    if (hello.is_here || page.isAway) return rejectHere(page)
    // Without a cookie there is no session to admit.
    if (page.sessionHash === undefined) return page.close(rejected)
    if (page.isLoopback && isSame(hello.key, key)) {
      key = newKey()
      await admit(page, true)
      onKey()
      return
    }
    waitForAdmission(page)
  }

  function waitForAdmission(page: PageSocket): void {
    if (deps.isBound()) pending.enter(page)
    else pending.leave(page)
    show(page)
  }

  async function handle(page: PageSocket, message: FromScreen): Promise<void> {
    if (!page.isOpen()) return
    if (!page.can) return message.kind === 'hello' ? handleHello(page, message) : page.close(rejected)
    if (page.screen_id === '' || message.kind === 'hello') return
    if (isForLibrary(message) || isMark(message)) return answerViewer(page, message, { ...deps, screens })
    player?.handle(openPageOf(page), message)
  }

  function handleClose(page: PageSocket): void {
    if (isStopped) return
    pages.remove(page)
    pending.leave(page)
    const row = screens.get(page.screen_id)
    if (row) {
      if (!pages.ofScreen(page.screen_id)) {
        deps.onLeft(page.screen_id, page.isLost() ? 'lost' : 'closed')
        player?.gone(page.screen_id, 'away')
      }
      void screens.saveSeen(row).catch(onFault)
    }
    if (page.can) onChange()
  }

  return {
    pending,
    isOnline: (screen_id: string) => pages.ofScreen(screen_id) !== undefined,
    /** Call before the first page connects. */
    start: (listener: ScreenListener) => void (player = listener),
    key: () => key,
    open: (socket: WebSocket, visitor: Visitor, sessionHash: string | undefined): void => {
      // Messages are handled in order: the first one identifies the page.
      const oneAtATime = createOneAtATime()
      const onMessage = (one: PageSocket, message: FromScreen) =>
        void oneAtATime(() => handle(one, message)).catch((fault: unknown) => {
          onFault(fault)
          if (deps.isDamaged()) show(one)
        })
      const page = openPageSocket({ socket, visitor, sessionHash, onClose: handleClose, onMessage })
      void oneAtATime(() => addPage(page, { pages, screens, onFault })).catch(onFault)
    },
    admit,
    /** The screen was removed. */
    removed(screen_id: string): void {
      player?.gone(screen_id, 'forgotten')
      for (const page of pages.all().filter((one) => one.screen_id === screen_id)) {
        page.send({ kind: 'forgotten' })
        page.close(1000)
      }
    },
    /** Open pages of admitted screens. */
    admitted: (): OpenPage[] => pages.admitted().map(openPageOf),
    /** Data shown on the pages changed. */
    refresh(): void {
      for (const page of pages.all()) {
        if (!page.can) continue
        if (page.screen_id === '') waitForAdmission(page)
        else show(page)
      }
    },
    filmsChanged(): void {
      for (const page of pages.all()) if (page.screen_id !== '') page.send({ kind: 'stale' })
    },
    async stop(): Promise<void> {
      isStopped = true
      for (const { screen_id } of pages.all()) {
        const row = screens.get(screen_id)
        if (row) await screens.saveSeen(row)
      }
    },
  }
}

function asOpenPage(page: PageSocket, screens: Pick<AdmittedScreens, 'get'>): OpenPage {
  const { screen_id, can = [], lang, mostKbit, send, isFree } = page
  const row = screens.get(screen_id)
  const all = { lacks: [], isSeekless: false, playsAll: false, isLocal: false }
  return { screen_id, can, lang, send, isFree, owner: row && ownerOf(row), ...all, ...(mostKbit > 0 && { mostKbit }) }
}

/** It came for one person and shows no digits: nobody lets it in but that person, from the app. */
function rejectHere(page: PageSocket): void {
  page.send({ kind: 'forgotten' })
  page.close(rejected)
}

function newKey(): string {
  return randomBytes(15).toString('base64url')
}

function isSame(typed: string, key: string): boolean {
  const [a, b] = [Buffer.from(typed), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}
