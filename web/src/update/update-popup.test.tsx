/** When the popup of a new version is shown, and what its buttons do on each platform. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { checkForUpdates, updateTipSeconds } from '@homeport/contract/update.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../app/client.ts'
import { setLang } from '../kit/lang.ts'
import { storageKeys } from '../kit/storage.ts'
import { press, show } from '../testing/routes.tsx'
import { anAppUpdate } from '../testing/samples.ts'
import { ok, serve } from '../testing/server.ts'
import { checkQuietly, shownUpdate } from './app-update.ts'
import { UpdatePopup } from './update-popup.tsx'
import { UpdateRow } from './update-row.tsx'

const tip = storageKeys.app('update_tip_time')
const path = checkForUpdates.path
const client = () => createClient(() => {})

beforeEach(() => {
  setLang('en')
  tip.set(null)
  shownUpdate.set(null)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('Cancel stores the time in seconds, and for 24 hours nothing is asked; after them it is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_500 })
  const server = serve({ [path]: () => ok(anAppUpdate) })
  await checkQuietly(client())
  expect(server.of(path)).toEqual([{ version: '2.7.0', version_code: '20700', app_platform: 'h5', package_name: 'app.homeport' }])
  show(<UpdatePopup />)
  expect(screen.getByRole('alertdialog', { name: 'Homeport 2.8.0' }).textContent).toContain('You have 2.7.0 · 18 MB')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Search is faster', 'Calmer notices'])
  await press('Cancel')
  expect(screen.queryByRole('alertdialog')).toBe(null)
  expect(tip.get()).toBe(1_795_000_000)
  const again = serve({ [path]: () => ok(anAppUpdate) })
  vi.setSystemTime(1_795_000_000_000 + updateTipSeconds * 1000 - 1_000)
  await checkQuietly(client())
  expect([again.requests, shownUpdate.get()]).toEqual([[], null])
  vi.setSystemTime(1_795_000_000_000 + updateTipSeconds * 1000)
  await checkQuietly(client())
  expect(shownUpdate.get()).toEqual(anAppUpdate)
})

test('a check by hand shows it within the 24 hours, and says where there is nothing newer or no answer', async () => {
  tip.set(Math.floor(Date.now() / 1000))
  let answer: ReturnType<typeof ok> = ok(anAppUpdate)
  show(
    <>
      <UpdateRow />
      <UpdatePopup />
    </>,
    { calls: { [path]: () => answer } },
  )
  await press(/^Check for updates ?2\.8\.0 is out$/)
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
  await press('Cancel')
  answer = ok(null)
  await press(/^Check for updates/)
  expect(await screen.findByText('You have the latest version')).toBeTruthy()
  answer = { code: Code.fault }
  await press(/^Check for updates/)
  expect(await screen.findByText('Couldn’t check for a new version')).toBeTruthy()
})

test('a forced version has Update alone, and neither Back nor Escape closes it', async () => {
  setLang('zh')
  show(<UpdatePopup />)
  await act(async () => shownUpdate.set({ ...anAppUpdate, is_force: 1 }))
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['更新'])
  const dialog = screen.getByRole('alertdialog')
  for (let turn = 0; turn < 2; turn += 1) {
    const { layer } = history.state
    const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    await act(async () => {
      history.back()
      await arrived
    })
    // It has its entry again.
    await waitFor(() => expect(history.state).toMatchObject({ layer }))
    await act(async () => void fireEvent.keyDown(dialog, { key: 'Escape' }))
    expect(screen.getByRole('alertdialog')).toBe(dialog)
  }
  expect(tip.get()).toBe(null)
})

test('Back closes an optional one as Cancel does', async () => {
  show(<UpdatePopup />)
  await act(async () => shownUpdate.set(anAppUpdate))
  await waitFor(() => expect(history.state).toMatchObject({ layer: 1 }))
  await act(async () => history.back())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  expect(tip.get()).not.toBe(null)
})

test('Android downloads the package with its progress; hiding the popup does not count as Cancel', async () => {
  const installs: unknown[] = []
  let tell: (progress: { percent: number }) => void = () => {}
  const installer = {
    install: (options: unknown) => {
      installs.push(options)
      return new Promise<void>(() => {})
    },
    addListener: async (_: 'progress', listener: typeof tell) => {
      tell = listener
      return { remove: async () => {} }
    },
  }
  vi.stubGlobal('Capacitor', { getPlatform: () => 'android', Plugins: { PackageInstaller: installer } })
  show(<UpdatePopup />)
  await act(async () => shownUpdate.set(anAppUpdate))
  await press('Update')
  expect(installs).toEqual([{ url: anAppUpdate.url, title: 'Homeport 2.8.0' }])
  await act(async () => tell({ percent: 42.4 }))
  expect(screen.getByText('Downloading, 42%')).toBeTruthy()
  await press('Hide')
  expect([shownUpdate.get(), tip.get()]).toEqual([null, null])
})

test('iOS opens the url outside the app', async () => {
  const opened: unknown[] = []
  const Browser = { open: async (options: unknown) => void opened.push(options) }
  vi.stubGlobal('Capacitor', { getPlatform: () => 'ios', Plugins: { Browser } })
  const server = serve({ [path]: () => ok(anAppUpdate) })
  await checkQuietly(client())
  expect(server.of(path)[0]).toMatchObject({ app_platform: 'ios' })
  show(<UpdatePopup />)
  await press('Update')
  expect(opened).toEqual([{ url: anAppUpdate.url }])
})
