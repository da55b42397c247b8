/** Every page has a route of the spec; pages load lazily, within spec 9's times. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { forward, useQueryValue } from '../kit/nav/nav.ts'
import type { PageModule } from '../kit/page.ts'
import { reach } from '../kit/reachability.ts'
import { createRoutes, nearPages, pageDelayMs, pageTimeoutMs, routeOf, Routes, useShownPage, type RouteTable } from './routes.tsx'
import { farPages } from './far-pages.ts'
import { tabOf, tabPaths } from './tabs.ts'
import { openAt } from '../testing/history.ts'

/** Spec 2, whole: the root and these 53. */
const under = (folder: string, ...pages: string[]) => pages.map((page) => `/pages/${folder}/${page}`)
const systemRoutes = ['/preview-image', '/choose-location', '/open-location']
const specRoutes = [
  '/pages/index/index',
  ...under('main', 'movie/list', 'device/index', 'explore/explore', 'user/index'),
  ...under('main', 'web_view/index', 'video/index', 'quickstart/index', 'product/index'),
  ...under('forum', 'posted/index', 'type/index', 'type/three', 'postings/thread', 'postings/postdetails', 'postings/remind'),
  ...under('forum', 'editor', 'search/index', 'search/detail'),
  ...under('device', 'download/list', 'movie/list-movie', 'movie/search/index', 'movie/search/screening', 'movie/detail'),
  ...under('device/setting', 'setting', 'about', 'downloadconfig', 'info', 'update', 'status'),
  ...under('user', 'register', 'login/mobile', 'login/username', 'setup/index', 'help/index', 'userinfo/index'),
  ...under('user/setup/safe', 'index', 'edit_password', 'bind_phone', 'bind_email'),
  ...under('user/mine', 'device', 'fans', 'follow', 'safe', 'setup/username', 'setup/userinfo', 'setup/cancellation'),
  ...under('user', 'mine/postmanagement/index', 'mine/message/index', 'posts/index', 'about/index'),
  ...systemRoutes,
]

/** Pages that the spec does not name, and why they stand. */
const ownRoutes: Record<string, string> = {
  '/pages/device/download/detail': 'issue 16: one download with why it does not move, its files, trackers and peers',
  '/pages/device/movie/history': 'what one watched; the list of the spec’s call without a page of its own',
  '/pages/device/movie/continue': 'issue 34: what one goes on with, and the way to take a film out of it',
  '/pages/device/movie/kept': 'issue 34: the films that are taken along on this phone',
  '/pages/device/movie/kept-player': 'issue 34: one of them, as it plays',
  '/pages/device/movie/unidentified': 'all films that are not identified, and files that cannot be shown',
  '/pages/device/movie/wishes': 'issue 34: what the household wants to see and a feed may bring',
  '/pages/device/setting/bin': 'deleted files, seven days long',
  '/pages/forum/moderate': 'what was reported, for those who keep order (spec 6 has them, spec 2 no page for them)',
  '/pages/device/setting/keys': 'the owner’s keys for posters and subtitles, without the box’s environment',
  '/pages/device/setting/feeds': 'issue 34: the addresses that bring new films and episodes',
  '/pages/device/setting/feed': 'issue 34: one of them, with its rule and what that would take',
  '/pages/device/setting/playtest': 'issue 34: the test of what the box converts in time, and what each TV plays as it is',
  '/pages/device/setting/household': 'who shares the box, and inviting someone from the phone',
  '/pages/user/setup/safe/bind_wechat': 'WeChat is linked and unlinked beside phone and e-mail',
  '/pages/user/login/reset': 'a new password for who forgot theirs',
  '/pages/user/userinfo/addresses': 'spec 3: shipping and address entries of the profile',
  '/pages/user/userinfo/invoices': 'spec 3: invoice entries of the profile',
  '/pages/device/files/list': 'the folders of the box: the big button of the device page',
}

const fileOf = (path: string) => `..${routeOf(path)}.tsx`
const existing = Object.keys({ ...nearPages, ...farPages })

const page = (text: string): PageModule => ({ meta: { needs: 'anyone' }, Screen: () => <h1>{text}</h1> })
const loads = { slow: vi.fn<() => Promise<PageModule>>(), now: vi.fn<() => Promise<PageModule>>() }

function Frame({ routes }: { routes: RouteTable }) {
  const shown = useShownPage(routes)
  return (
    <>
      <p>{`around ${shown.route}`}</p>
      <Routes routes={routes} shown={shown} />
    </>
  )
}

const noMore = async () => ({})

function show(routes = createRoutes({ '../pages/slow.tsx': loads.slow, '../pages/now.tsx': loads.now }, noMore)) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Frame routes={routes} />
    </QueryClientProvider>,
  )
}

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => {
  vi.useFakeTimers()
  setLang('en')
  vi.stubGlobal('scrollTo', () => {})
  loads.now.mockResolvedValue(page('here at once'))
  loads.slow.mockReturnValue(new Promise(() => {}))
  openAt('#/pages/now')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('spec 2 names 53 routes, each once, and the root', () => {
  expect(specRoutes).toHaveLength(53)
  expect(new Set(specRoutes).size).toBe(53)
  expect(routeOf('/')).toBe('/pages/index/index')
})

test.each(specRoutes)('%s has its page where the file’s path says so', (route) => {
  expect([route, existing.includes(fileOf(route))]).toEqual([route, true])
})

test('beyond the spec there are only pages with a reason', () => {
  const expected = [...specRoutes, ...Object.keys(ownRoutes)].map(fileOf)
  expect(existing.toSorted()).toEqual(expected.toSorted())
})

test('B25: every page belongs to a tab, and so does every route of the spec', () => {
  for (const file of existing) expect([file, tabOf(file.slice(2, -4))]).not.toEqual([file, null])
  for (const route of specRoutes) expect([route, tabOf(routeOf(route))]).not.toEqual([route, null])
  for (const [tab, path] of Object.entries(tabPaths)) expect(tabOf(path)).toBe(tab)
  const shown = {
    '/pages/forum/postings/thread': 'explore',
    '/pages/device/setting/info': 'device',
    '/pages/device/download/list': 'device',
    '/pages/device/movie/detail': 'library',
    '/pages/user/setup/index': 'me',
    '/pages/main/quickstart/index': 'home',
  }
  for (const [route, tab] of Object.entries(shown)) expect([route, tabOf(route)]).toEqual([route, tab])
})

describe('A13: the window’s title', () => {
  const title = (text: string) => waitFor(() => expect(document.title).toBe(text))
  const showPage = (Screen: () => ReactNode) => {
    loads.now.mockResolvedValue({ meta: { needs: 'anyone' }, Screen })
    show()
    return pass(1)
  }

  test('follows a page that changes within itself', async () => {
    openAt('#/pages/now?page=terms')
    await showPage(() => <h1>{useQueryValue('page') === 'terms' ? 'Terms of service' : 'Licences'}</h1>)
    await title('Terms of service · Homeport')
    await act(async () => forward('/pages/now?page=licences'))
    await title('Licences · Homeport')
  })

  test('is a thread’s own, not that of the bar above it', async () => {
    await showPage(() => (
      <>
        <h1>Posts</h1>
        <h2 data-title>Rubber pins or screws?</h2>
      </>
    ))
    await title('Rubber pins or screws? · Homeport')
  })

  test('is that of an unknown address too, and the name alone where the page bears it', async () => {
    await showPage(() => <h1>Homeport</h1>)
    await title('Homeport')
    await act(async () => forward('/pages/nowhere'))
    await title('Page not found · Homeport')
  })
})

test('a route without a page says so and leads home', async () => {
  openAt('#/pages/nowhere')
  show()
  await pass(1)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found')
  await act(async () => screen.getByRole('button', { name: 'Go to Home' }).click())
  expect(location.hash).toBe('#/pages/index/index')
})

describe('a page that is slow to come', () => {
  test('the open page stays for 200 ms, then a skeleton, and an error face after 60 s', async () => {
    show()
    await pass(1)
    expect(screen.getByText('here at once')).toBeTruthy()
    await act(async () => forward('/pages/slow'))
    await pass(pageDelayMs - 1)
    expect(screen.getByText('here at once')).toBeTruthy()
    await pass(1)
    expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
    await pass(pageTimeoutMs - pageDelayMs)
    expect(screen.getByText('Loading failed')).toBeTruthy()
  })

  test('what the frame shows for a page comes with the page: nothing above the open one moves before', async () => {
    show()
    await pass(1)
    await act(async () => forward('/pages/slow'))
    expect(screen.getByText('around /pages/now')).toBeTruthy()
    await pass(pageDelayMs)
    expect(screen.getByText('around /pages/slow')).toBeTruthy()
  })

  test('a page that broke is drawn again on "Try again"', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    let isBroken = true
    loads.now.mockResolvedValue({
      meta: { needs: 'anyone' },
      Screen: () => {
        if (isBroken) throw new Error('broken')
        return <h1>whole again</h1>
      },
    })
    show()
    await pass(1)
    isBroken = false
    await act(async () => screen.getByRole('button').click())
    expect(screen.getByText('whole again')).toBeTruthy()
  })

  test('the open page keeps what its own address says until then, and the place it was scrolled to', async () => {
    loads.now.mockResolvedValue({ meta: { needs: 'anyone' }, Screen: () => <h1>{`thread ${useQueryValue('id')}`}</h1> })
    openAt('#/pages/now?id=7')
    show()
    await pass(1)
    const scrolled = vi.fn()
    vi.stubGlobal('scrollTo', scrolled)
    await act(async () => forward('/pages/slow?id=8'))
    expect(screen.getByText('thread 7')).toBeTruthy()
    expect(scrolled).not.toHaveBeenCalled()
  })

  test('it shows when it comes between the first drawing and what follows it', async () => {
    let come: (module: PageModule) => void = () => {}
    loads.slow.mockImplementationOnce(() => new Promise((resolve) => (come = resolve)))
    openAt('#/pages/slow')
    const routes = createRoutes({ '../pages/slow.tsx': loads.slow }, noMore)
    const began = routes.load('/pages/slow')
    const drawn = { ...routes, loaded: vi.fn(routes.loaded).mockReturnValueOnce(undefined).mockReturnValueOnce(undefined) }
    come(page('here in between'))
    await began
    show(drawn)
    await pass(1)
    expect(screen.getByText('here in between')).toBeTruthy()
  })

  test('it still shows when it comes late', async () => {
    loads.slow.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 90_000, page('late but here'))))
    openAt('#/pages/slow')
    show()
    await pass(90_001)
    expect(screen.getByText('late but here')).toBeTruthy()
  })

  test('spec 9: its chunk is given up after 120 s', async () => {
    const gaveUp = vi.fn()
    createRoutes({ '../pages/slow.tsx': loads.slow }, noMore).load('/pages/slow').catch(gaveUp)
    await pass(119_999)
    expect(gaveUp).not.toHaveBeenCalled()
    await pass(1)
    expect(gaveUp).toHaveBeenCalledOnce()
  })

  test('the other pages are loaded one by one while nothing else is to do, and none while the cloud is not reached', async () => {
    const first = Promise.withResolvers<PageModule>()
    const loading = { first: vi.fn(() => first.promise), broken: vi.fn(), last: vi.fn(async () => page('last')) }
    loading.broken.mockRejectedValue(new Error('gone'))
    const routes = createRoutes({ '../pages/first.tsx': loading.first }, async () => ({
      '../pages/broken.tsx': loading.broken,
      '../pages/last.tsx': loading.last,
    }))
    reach.unreached.set('cloud')
    void routes.prepareAll()
    await pass(10_000)
    expect(loading.first).not.toHaveBeenCalled()
    reach.answered(Date.now())
    await pass(1_000)
    expect(loading.first).toHaveBeenCalledOnce()
    expect(loading.broken).not.toHaveBeenCalled()
    first.resolve(page('first'))
    await pass(1_000)
    expect(loading.broken).toHaveBeenCalledOnce()
    expect(routes.loaded('/pages/last')).toBeDefined()
    await routes.load('/pages/last')
    expect(loading.last).toHaveBeenCalledOnce()
  })

  test('try again asks for the chunk anew', async () => {
    loads.slow.mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce(page('second time'))
    openAt('#/pages/slow')
    show()
    await pass(1)
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    await pass(1)
    expect(screen.getByText('second time')).toBeTruthy()
  })
})

test('another thread in the place of one begins at its top', async () => {
  loads.now.mockResolvedValue({ meta: { needs: 'anyone' }, Screen: () => <h1>{`thread ${useQueryValue('id')}`}</h1> })
  openAt('#/pages/now?id=7')
  show()
  await pass(1)
  const scrolled = vi.fn()
  vi.stubGlobal('scrollTo', scrolled)
  await act(async () => forward('/pages/now?id=8'))
  expect(screen.getByText('thread 8')).toBeTruthy()
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0)
})

test('leaving an unknown address for a page works where scrollTo answers a promise', async () => {
  vi.stubGlobal('scrollTo', () => Promise.resolve())
  openAt('#/pages/nowhere')
  show()
  await pass(1)
  expect(screen.getByText('Page not found')).toBeTruthy()
  await act(async () => forward('/pages/now'))
  await pass(10)
  expect(screen.getByText('here at once')).toBeTruthy()
})

test('a screen that breaks leaves a face with a way on, not a white page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  loads.now.mockResolvedValue({
    meta: { needs: 'anyone' },
    Screen: () => {
      throw new Error('broken')
    },
  })
  show()
  await pass(10)
  expect(screen.getByText('Loading failed')).toBeTruthy()
  loads.now.mockResolvedValue(page('mended'))
})

test('a page that came stays, however long it is looked at', async () => {
  show()
  await pass(10)
  expect(screen.getByText('here at once')).toBeTruthy()
  await pass(pageTimeoutMs + 1_000)
  expect(screen.getByText('here at once')).toBeTruthy()
})
