/**
 * Every route of the app with what its address needs, and the visits of a walk: each route in each state, with language, width and theme rotating so that every pair occurs.
 * The small walk of `npm test` leaves out what shows no page: the guard answers for it, the same on each route. A page without a box takes part in three states: further ones differ in their box alone.
 */
import { readdirSync, readFileSync } from 'node:fs'

export const states = ['guest', 'no box', 'empty box', 'everything', 'box offline'] as const
export type State = (typeof states)[number]

/** The ids in one realm; '' where a state has none. */
export type Ids = { thread: string; board: string; person: string; film: string; task: string; feed: string; pictures: string }

const plain = () => ''
const under = (folder: string, ...pages: string[]) => Object.fromEntries(pages.map((page) => [`/pages/${folder}/${page}`, plain]))

const pages = new URL('../../web/src/pages/', import.meta.url)

/** The routes of all page files; a part of a page has no `meta`. */
export const pageRoutes = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .filter((file) => readFileSync(new URL(file, pages), 'utf8').includes('export const meta'))
  .map((file) => (file.includes('/') ? `/pages/${file}` : `/${file}`).replace(/\.tsx$/, ''))

/** The query of each route's address. */
export const routes: Record<string, (ids: Ids) => string> = {
  ...under('index', 'index'),
  ...under('main', 'movie/list', 'device/index', 'explore/explore', 'user/index', 'quickstart/index', 'product/index'),
  '/pages/main/web_view/index': () => '?page=terms',
  '/pages/main/video/index': () => '?id=place',
  ...under('forum', 'posted/index', 'type/index', 'postings/remind', 'editor', 'search/index', 'moderate'),
  '/pages/forum/type/three': ({ board }) => `?id=${board}`,
  '/pages/forum/postings/thread': ({ thread }) => `?id=${thread}`,
  '/pages/forum/postings/postdetails': ({ thread }) => `?id=${thread}`,
  '/pages/forum/search/detail': () => '?q=box',
  ...under('device', 'download/list', 'files/list', 'movie/list-movie', 'movie/search/index', 'movie/search/screening'),
  ...under('device/movie', 'history', 'unidentified', 'continue', 'wishes'),
  '/pages/device/movie/detail': ({ film }) => `?id=${film}`,
  '/pages/device/download/detail': ({ task }) => `?id=${task}`,
  ...under(
    'device/setting',
    'setting',
    'about',
    'downloadconfig',
    'info',
    'status',
    'household',
    'bin',
    'update',
    'keys',
    'feeds',
    'playtest',
  ),
  // A new one where there is none.
  '/pages/device/setting/feed': ({ feed }) => feed && `?id=${feed}`,
  ...under('user', 'register', 'login/mobile', 'login/username', 'login/reset', 'setup/index', 'help/index', 'about/index'),
  ...under('user/setup/safe', 'index', 'edit_password', 'bind_phone', 'bind_email', 'bind_wechat'),
  ...under('user/userinfo', 'index', 'addresses', 'invoices'),
  ...under('user/mine', 'device', 'fans', 'follow', 'safe', 'setup/username', 'setup/userinfo', 'setup/cancellation'),
  ...under('user/mine', 'postmanagement/index', 'message/index'),
  '/pages/user/posts/index': ({ person }) => `?user_id=${person}`,
  '/preview-image': ({ pictures }) => `?ids=${pictures}&at=0`,
  '/choose-location': () => '?lat=31.23&lon=121.47',
  '/open-location': () => '?lat=31.23&lon=121.47&name=Homeport',
  ...under('device/movie', 'kept', 'kept-player'),
}

export const langs = ['en', 'zh'] as const
export const widths = [320, 390, 768, 1280, 1920] as const
/** isLeft: the page is also reloaded, left and returned to. */
export type Visit = {
  route: string
  state: State
  lang: (typeof langs)[number]
  width: number
  isDark: boolean
  isLeft: boolean
}

/** The need that a page states. */
export type Needs = 'anyone' | 'user' | 'device'
const needsList: readonly Needs[] = ['anyone', 'user', 'device']

export function needsOf(route: string): Needs {
  const page = route.startsWith('/pages/') ? route : `/pages${route}`
  const text = readFileSync(new URL(`../../web/src${page}.tsx`, import.meta.url), 'utf8')
  const said = /meta: PageMeta = \{ needs: '(\w+)'/.exec(text)?.[1]
  const needs = needsList.find((one) => one === said)
  if (!needs) throw new Error(`${page} does not say what it needs`)
  return needs
}

/** The guard shows a sign-in or a question instead of the page. */
export function isRefused(route: string, state: State): boolean {
  const needs = needsOf(route)
  if (state === 'guest') return needs !== 'anyone'
  return state === 'no box' && needs === 'device'
}

/** The question about an offline box may lie over the page: whoever reads it neither reloads nor leaves within its first moment. */
function isQuestioned(route: string, state: State): boolean {
  return state === 'box offline' && route.startsWith('/pages/device/')
}

/** Each route in each state. */
export const allVisits: readonly Visit[] = states.flatMap((state, s) =>
  Object.keys(routes).map((route, r): Visit => {
    const turn = r + s
    const width = widths[(r + 2 * s) % widths.length] ?? widths[0]
    const isDark = Math.floor(turn / 2) % 2 === 1
    return { route, state, lang: turn % 2 === 0 ? 'en' : 'zh', width, isDark, isLeft: !isQuestioned(route, state) }
  }),
)

/** What shows the box of who is signed in, or a way to one. */
const ofBox = /^[/]pages[/](index|main|device|forum[/]postings|user[/]mine[/]device|user[/]setup[/]index)/

/** The states of a route in the small walk that show it. */
export function shownStates(route: string): State[] {
  const shown = states.filter((state) => !isRefused(route, state))
  return ofBox.test(route) ? shown : shown.slice(0, 3)
}

/** Each route in the states that show it, left in one of them, in turn; and for each state one route of each kind that the guard refuses. */
export function smallVisits(): Visit[] {
  const refused = new Set<string>()
  return allVisits.flatMap((visit) => {
    const { route, state } = visit
    if (isRefused(route, state)) {
      const kind = `${state} ${needsOf(route)}`
      if (refused.has(kind)) return []
      refused.add(kind)
      return [visit]
    }
    const shown = shownStates(route)
    if (!shown.includes(state)) return []
    const others = shown.filter((one) => !isQuestioned(route, one))
    const turn = others[Object.keys(routes).indexOf(route) % others.length]
    return [{ ...visit, isLeft: state === turn }]
  })
}
