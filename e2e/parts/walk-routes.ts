/** Every route of the app with what its address needs, and the visits of a walk: each route in each state, with language, width and theme rotating so that every pair occurs. */
export const states = ['guest', 'no box', 'empty box', 'everything', 'box offline'] as const
export type State = (typeof states)[number]

/** Of one realm; '' where a state has none. */
export type Ids = { thread: string; board: string; person: string; film: string; task: string; pictures: string }

const plain = () => ''
const under = (folder: string, ...pages: string[]) => Object.fromEntries(pages.map((page) => [`/pages/${folder}/${page}`, plain]))

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
  ...under('device/movie', 'history', 'unidentified'),
  '/pages/device/movie/detail': ({ film }) => `?id=${film}`,
  '/pages/device/download/detail': ({ task }) => `?id=${task}`,
  ...under('device/setting', 'setting', 'about', 'downloadconfig', 'info', 'status', 'household', 'bin', 'update'),
  ...under('user', 'register', 'login/mobile', 'login/username', 'login/reset', 'setup/index', 'help/index', 'about/index'),
  ...under('user/setup/safe', 'index', 'edit_password', 'bind_phone', 'bind_email'),
  ...under('user/userinfo', 'index', 'addresses', 'invoices'),
  ...under('user/mine', 'device', 'fans', 'follow', 'safe', 'setup/username', 'setup/userinfo', 'setup/cancellation'),
  ...under('user/mine', 'postmanagement/index', 'message/index'),
  '/pages/user/posts/index': ({ person }) => `?user_id=${person}`,
  '/preview-image': ({ pictures }) => `?ids=${pictures}&at=0`,
  '/choose-location': () => '?lat=31.23&lon=121.47',
  '/open-location': () => '?lat=31.23&lon=121.47&name=Homeport',
}

export const langs = ['en', 'zh'] as const
export const widths = [320, 390, 768, 1280, 1920] as const
export type Visit = { route: string; state: State; lang: (typeof langs)[number]; width: number; isDark: boolean }

/** Each route in each state; with `isSmall` every second route once, the states in turn. */
export function visitsOf({ isSmall }: { isSmall: boolean }): Visit[] {
  return states.flatMap((state, s) =>
    Object.keys(routes).flatMap((route, r) => {
      if (isSmall && r % (2 * states.length) !== 2 * s) return []
      const width = widths[(r + 2 * s) % widths.length] ?? widths[0]
      // A route of the small walk has one state: the other properties turn by the route alone.
      const turn = isSmall ? Math.floor(r / (2 * states.length)) : r + s
      return [{ route, state, lang: turn % 2 === 0 ? 'en' : 'zh', width, isDark: Math.floor(turn / 2) % 2 === 1 } as const]
    }),
  )
}
