/** Every page stands at a route of the spec; pages come lazily, within spec 9's times. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { forward, useQueryValue } from '../kit/nav.ts'
import type { PageModule } from '../kit/page.ts'
import { createRoutes, pageDelayMs, pageFiles, pageTimeoutMs, Routes } from './routes.tsx'

/** spec 2, as far as this version's pages go */
const specRoutes = [
  '/pages/index/index',
  '/pages/main/movie/list',
  '/pages/main/device/index',
  '/pages/main/explore/explore',
  '/pages/main/user/index',
  '/pages/user/register',
  '/pages/user/login/mobile',
  '/pages/user/login/username',
  '/pages/user/setup/index',
  '/pages/main/product/index',
  '/pages/main/quickstart/index',
  '/pages/main/web_view/index',
  '/pages/user/about/index',
  '/pages/user/help/index',
  '/pages/user/mine/setup/userinfo',
  '/pages/user/mine/setup/username',
  '/pages/user/userinfo/index',
  '/pages/user/setup/safe/index',
  '/pages/user/setup/safe/edit_password',
  '/pages/user/setup/safe/bind_phone',
  '/pages/user/setup/safe/bind_email',
  '/pages/user/mine/safe',
  '/pages/user/mine/setup/cancellation',
  '/pages/device/download/list',
  '/pages/device/setting/setting',
  '/pages/device/setting/info',
  '/pages/device/setting/status',
  '/pages/device/setting/about',
  '/pages/device/setting/downloadconfig',
  '/pages/user/mine/device',
  '/pages/user/mine/fans',
  '/pages/user/mine/follow',
  '/pages/user/mine/message/index',
  '/pages/user/posts/index',
  '/pages/forum/postings/remind',
  '/pages/forum/postings/thread',
  '/pages/forum/postings/postdetails',
  '/pages/forum/posted/index',
  '/pages/forum/type/index',
  '/pages/forum/type/three',
  '/pages/forum/editor',
  '/pages/forum/search/index',
  '/pages/forum/search/detail',
  '/pages/user/mine/postmanagement/index',
  '/pages/device/movie/list-movie',
  '/pages/device/movie/detail',
  '/pages/main/video/index',
  // spec 2 gives them no folder: /preview-image, /choose-location, /open-location
  '/pages/preview-image',
  '/pages/choose-location',
  '/pages/open-location',
  // ours: the spec names no pages for them
  '/pages/forum/moderate',
  '/pages/user/login/reset',
  '/pages/user/userinfo/addresses',
  '/pages/user/userinfo/invoices',
]

const page = (text: string): PageModule => ({ meta: { needs: 'anyone' }, Screen: () => <h1>{text}</h1> })
const loads = { slow: vi.fn<() => Promise<PageModule>>(), now: vi.fn<() => Promise<PageModule>>() }

function show() {
  const routes = createRoutes({ '../pages/slow.tsx': loads.slow, '../pages/now.tsx': loads.now })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Routes routes={routes} />
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
  history.replaceState(null, '', '#/pages/now')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each(specRoutes)('%s has its page where the file’s path says so', (route) => {
  expect(Object.keys(pageFiles)).toContain(`..${route}.tsx`)
})

test('no page stands at a route that the spec does not name', () => {
  expect(
    Object.keys(pageFiles)
      .map((file) => file.slice(2, -4))
      .toSorted(),
  ).toEqual(specRoutes.toSorted())
})

test('a route without a page says so and leads home', async () => {
  history.replaceState(null, '', '#/pages/nowhere')
  show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('There is nothing at this address')
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

  test('the open page keeps what its own address says until then, and the place it was scrolled to', async () => {
    loads.now.mockResolvedValue({ meta: { needs: 'anyone' }, Screen: () => <h1>{`thread ${useQueryValue('id')}`}</h1> })
    history.replaceState(null, '', '#/pages/now?id=7')
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
    history.replaceState(null, '', '#/pages/slow')
    const routes = createRoutes({ '../pages/slow.tsx': loads.slow })
    const began = routes.load('/pages/slow')
    const drawn = { ...routes, loaded: vi.fn(routes.loaded).mockReturnValueOnce(undefined).mockReturnValueOnce(undefined) }
    come(page('here in between'))
    await began
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Routes routes={drawn} />
      </QueryClientProvider>,
    )
    await pass(1)
    expect(screen.getByText('here in between')).toBeTruthy()
  })

  test('it still shows when it comes late', async () => {
    loads.slow.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 90_000, page('late but here'))))
    history.replaceState(null, '', '#/pages/slow')
    show()
    await pass(90_001)
    expect(screen.getByText('late but here')).toBeTruthy()
  })

  test('spec 9: its chunk is given up after 120 s', async () => {
    const gaveUp = vi.fn()
    createRoutes({ '../pages/slow.tsx': loads.slow }).load('/pages/slow').catch(gaveUp)
    await pass(119_999)
    expect(gaveUp).not.toHaveBeenCalled()
    await pass(1)
    expect(gaveUp).toHaveBeenCalledOnce()
  })

  test('try again asks for the chunk anew', async () => {
    loads.slow.mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce(page('second time'))
    history.replaceState(null, '', '#/pages/slow')
    show()
    await pass(1)
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    await pass(1)
    expect(screen.getByText('second time')).toBeTruthy()
  })
})

test('another thread in the place of one begins at its top', async () => {
  loads.now.mockResolvedValue({ meta: { needs: 'anyone' }, Screen: () => <h1>{`thread ${useQueryValue('id')}`}</h1> })
  history.replaceState(null, '', '#/pages/now?id=7')
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
  history.replaceState(null, '', '#/pages/nowhere')
  show()
  expect(screen.getByText('There is nothing at this address')).toBeTruthy()
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
