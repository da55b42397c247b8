/** The names of the pictures that `e2e/pictures.ts` takes, and the addresses they are taken at. */
import { threads } from '@homeport/contract/forum.ts'
import { getBullet } from '@homeport/contract/guide.ts'
import { listTasks } from '@homeport/contract/download/download.ts'
import type { SignedIn } from '@homeport/contract/account.ts'
import { defaultDevice } from '@homeport/contract/device.ts'
import { askAs } from './app.ts'
import { routes as walkRoutes, type Ids } from './walk-routes.ts'
import { until } from '../../testing/until.ts'

/** Pages that have a name of their own; the others are named by their route. */
const named: Record<string, string> = {
  home: '/pages/index/index',
  library: '/pages/main/movie/list',
  device: '/pages/main/device/index',
  explore: '/pages/main/explore/explore',
  me: '/pages/main/user/index',
  downloads: '/pages/device/download/list',
  settings: '/pages/user/setup/index',
  editor: '/pages/forum/editor',
  thread: '/pages/forum/postings/thread',
}
/** Pages that a signed-in person does not see, or that a scene shows with their content. */
const leftOut = [
  '/pages/user/register',
  '/pages/user/login/mobile',
  '/pages/user/login/username',
  '/pages/user/login/reset',
  '/pages/device/movie/detail',
]

/** Routes to things that are not there. */
const missing = {
  'no-page': '/pages/no/such',
  'no-board': '/pages/forum/type/three?id=99999',
  'no-thread': '/pages/forum/postings/thread?id=99999',
  'no-film': '/pages/device/movie/detail?id=none',
  'no-download': '/pages/device/download/detail?id=none',
  'no-results': '/pages/forum/search/detail?q=zzzzqq',
}

const start = {
  home: '/pages/index/index',
  library: '/pages/main/movie/list',
  device: '/pages/main/device/index',
  me: '/pages/main/user/index',
  downloads: '/pages/device/download/list',
}

const prefixed = (prefix: string, all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).map(([name, route]) => [`${prefix}-${name}`, route]))

/** Pages that look different to a person who has an account and nothing else. */
export const newcomerRoutes = prefixed('new', {
  ...start,
  'mine-device': '/pages/user/mine/device',
  'my-posts': '/pages/user/mine/postmanagement/index',
  messages: '/pages/user/mine/message/index',
  reminders: '/pages/forum/postings/remind',
})

export const guestRoutes = {
  ...prefixed('guest', start),
  'login-phone': '/pages/user/login/mobile',
  login: '/pages/user/login/username',
  register: '/pages/user/register',
  reset: '/pages/user/login/reset',
}

const nameOf = (route: string) => {
  const own = Object.keys(named).find((name) => named[name] === route)
  return own ?? route.replace(/^\/(pages\/)?/, '').replaceAll('/', '-')
}

type Owner = { address: string; lang: 'en' | 'zh'; signedIn: SignedIn; friend: string }

/** Every page of the app, with what the demo has for it. */
export async function ownerRoutes({ address, lang, signedIn, friend }: Owner): Promise<Record<string, string>> {
  const app = { address, lang, token: signedIn.token }
  await until('the tour is filled', async () => (await askAs(app, getBullet, { video_id: 'place' })).data.length > 0)
  const thread = (await askAs(app, threads, { limit: 50 })).data.find(({ images, replies }) => images.length > 1 && replies > 4)
  if (!thread) throw new Error('no thread with pictures')
  const device = await askAs(app, defaultDevice, {})
  const [task] = (await askAs(app, listTasks, { devid: device?.devid ?? '' })).data
  const ids: Ids = {
    thread: thread.id,
    board: String(thread.board_id),
    pictures: thread.images.map(({ id }) => id).join(','),
    person: friend,
    film: 'none',
    task: task?.task_id ?? 'none',
    feed: '',
  }
  const pages = Object.entries(walkRoutes)
    .filter(([route]) => !leftOut.includes(route))
    .map(([route, query]) => [nameOf(route), `${route}${query(ids)}`])
  return {
    ...Object.fromEntries(pages),
    conversation: `/pages/user/mine/message/index?with=${friend}`,
    found: `/pages/forum/search/detail?q=${lang === 'en' ? 'box' : '盒子'}`,
    'another-site': '/pages/main/web_view/index?url=https%3A%2F%2Fexample.org',
    ...missing,
  }
}
