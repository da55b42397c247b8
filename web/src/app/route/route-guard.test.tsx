/** Access to pages (spec 2, wire.md). */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import type { PageMeta } from '../../kit/page.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { ok, pageOf, serve } from '../../testing/server.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { goToReturnPath, rememberReturnPath } from '../../kit/nav/return-path.ts'
import { Modals } from '../../ui/modal.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { Guard } from './route-guard.tsx'
import { openAt } from '../../testing/history.ts'

const route = '/pages/device/download/list'

function show(meta: PageMeta, at = route) {
  openAt(`#${at}`)
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Guard meta={meta}>
        <h1>the page</h1>
      </Guard>
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  serve({ '/user/device/lists': () => pageOf([{ ...aDevice, online: 0 }]) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('anyone sees a page that needs nobody', () => {
  show({ needs: 'anyone' })
  expect(screen.getByText('the page')).toBeTruthy()
})

test('an own page without a token says so and goes to the login after one second, with the way back', async () => {
  vi.useFakeTimers()
  show({ needs: 'user' })
  expect(screen.queryByText('the page')).toBe(null)
  expect(screen.getByText('Please login')).toBeTruthy()
  await act(async () => vi.advanceTimersByTime(999))
  expect(location.hash).toBe(`#${route}`)
  await act(async () => vi.advanceTimersByTime(1))
  expect(location.hash).toBe('#/pages/user/login/username')
  goToReturnPath()
  expect(location.hash).toBe(`#${route}`)
})

test('a page of a box without a token asks to log in; Go login leads there, with the way back', async () => {
  show({ needs: 'device' })
  expect(await screen.findByRole('alertdialog', { name: 'Sign in to continue' })).toBeTruthy()
  expect(screen.getByText('This function requires login')).toBeTruthy()
  await press('Sign in')
  await waitFor(() => expect(location.hash).toBe('#/pages/user/login/username'))
  goToReturnPath()
  expect(location.hash).toBe(`#${route}`)
})

test('a page of a box without a box asks to bind one', async () => {
  startSession(aSignIn)
  serve({ '/user/device/lists': () => pageOf([]) })
  show({ needs: 'device' })
  expect(await screen.findByRole('alertdialog', { name: 'Pair a box first' })).toBeTruthy()
  await press('Pair a box')
  await waitFor(() => expect(location.hash).toBe('#/pages/main/device/index'))
})

test('C46: a sentence for who has no box yet, and the spec’s words below it, once', async () => {
  startSession(aSignIn)
  serve({ '/user/device/lists': () => pageOf([]) })
  show({ needs: 'device' })
  await screen.findByRole('alertdialog', { name: 'Pair a box first' })
  expect(screen.getAllByText('Device does not exist or is unbound')).toHaveLength(1)
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
})

test('C47: login and register send who is signed in to where they came from, else to Me', async () => {
  startSession(aSignIn)
  show({ needs: 'anyone', isForGuests: true })
  expect(screen.queryByText('the page')).toBe(null)
  await waitFor(() => expect(location.hash).toBe('#/pages/main/user/index'))
  cleanup()
  rememberReturnPath('/pages/forum/postings/thread?id=7')
  show({ needs: 'anyone', isForGuests: true })
  await waitFor(() => expect(location.hash).toBe('#/pages/forum/postings/thread?id=7'))
})

test('C47: who signs in on the page itself goes on from there, not to Me', async () => {
  endSession()
  show({ needs: 'anyone', isForGuests: true })
  await act(async () => startSession(aSignIn))
  expect(screen.getByText('the page')).toBeTruthy()
  expect(location.hash).toBe(`#${route}`)
})

test('the way back from the login keeps the query of the page', async () => {
  endSession()
  show({ needs: 'user' }, `${route}?id=3`)
  goToReturnPath()
  await waitFor(() => expect(location.hash).toBe(`#${route}?id=3`))
})

test('A4: a question that another page takes away leads nowhere', async () => {
  endSession()
  const { unmount } = show({ needs: 'device' })
  await screen.findByRole('alertdialog')
  await act(async () => forward('/pages/index/index'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  expect(location.hash).toBe('#/pages/index/index')
  unmount()
})

test('A16: while it asks, Back has its place at the left of the bar', async () => {
  endSession()
  show({ needs: 'device' })
  expect(document.querySelector('.bars-navbar')?.firstElementChild?.tagName).toBe('BUTTON')
  expect(document.querySelector('.bars-navbar')?.children).toHaveLength(3)
  await press('Cancel')
  await waitFor(() => expect(location.hash).not.toBe(`#${route}`))
})

test('a page of a box that is offline is shown, and asks nothing', async () => {
  startSession(aSignIn)
  setCurrentDevice({ ...aDevice, online: 0 })
  show({ needs: 'device' })
  expect(screen.getByText('the page')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBe(null)
})

test('where presence is old the cloud is asked before anything is said', async () => {
  startSession(aSignIn)
  setCurrentDevice({ ...aDevice, online: 0 })
  const server = serve({ '/device/devinfo/checkOnline': () => ok({ online: 1, seen_at: null }) })
  show({ needs: 'device' })
  await waitFor(() => expect(server.of('/device/devinfo/checkOnline')).toEqual([{ devid: aDevice.devid }]))
  expect(screen.queryByRole('alertdialog')).toBe(null)
  expect(screen.getByText('the page')).toBeTruthy()
})

test('a browser that has just signed in learns its box before anyone is told to bind one', async () => {
  startSession(aSignIn)
  serve({ '/user/device/lists': () => pageOf([aDevice]) })
  show({ needs: 'device' })
  expect(await screen.findByText('the page')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBe(null)
})

test('where the cloud does not say which box it is, the page offers to try again', async () => {
  startSession(aSignIn)
  serve({})
  show({ needs: 'device' })
  expect(await screen.findByText('Loading failed')).toBeTruthy()
  serve({ '/user/device/lists': () => pageOf([aDevice]) })
  await press('Try again')
  expect(await screen.findByText('the page')).toBeTruthy()
})
