/** The five tabs, and to which of them each page belongs (B25): on a wide window the rail stays on every page. */
import type { Line } from '../kit/call/connection.ts'
import { devicePath, homePath, mePath } from '../kit/nav/return-path.ts'

export const tabPaths = {
  home: homePath,
  library: '/pages/main/movie/list',
  device: devicePath,
  explore: '/pages/main/explore/explore',
  me: mePath,
} as const

export type Tab = keyof typeof tabPaths

/** The first that fits counts. */
const homes: readonly [Tab, readonly string[]][] = [
  ['library', ['/pages/main/movie/', '/pages/device/movie/']],
  ['device', ['/pages/main/device/', '/pages/device/']],
  ['me', ['/pages/main/user/', '/pages/user/', '/pages/forum/postings/remind']],
  [
    'explore',
    ['/pages/main/explore/', '/pages/forum/', '/pages/preview-image', '/pages/choose-location', '/pages/open-location'],
  ],
  ['home', ['/pages/index/', '/pages/main/']],
]

/** The tab of a page; null for an unknown route. */
export function tabOf(route: string): Tab | null {
  return homes.find(([, begins]) => begins.some((begin) => route.startsWith(begin)))?.[0] ?? null
}

/** Which connection states a page shows: phone and cloud (or the direct way) on every page, box and TV on the pages that use them. */
export function linesOn(route: string): readonly Line[] {
  const tab = tabOf(route)
  if (tab === 'home' || tab === 'library' || tab === 'device' || route === tabPaths.me)
    return ['phone', 'cloud', 'direct', 'box', 'tv']
  return ['phone', 'cloud', 'direct']
}
