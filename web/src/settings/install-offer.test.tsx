/** The offer to install the app: on the second visit with a box, and not again after "Not now". */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../app/client.ts'
import { SessionServices } from '../app/session/session-services.tsx'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { installQuestion, watchInstall } from '../kit/shell/install.ts'
import { aDevice, aSignIn } from '../testing/samples.ts'
import { pageOf, serve } from '../testing/server.ts'
import { Modals } from '../ui/modal.tsx'
import { InstallRow } from './install-row.tsx'

/** Longer than the app waits before it offers to be installed. */
const offerMs = 6_000

/** The visit begins, and the browser asks the page. */
async function visit(): Promise<void> {
  cleanup()
  installQuestion.set(null)
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <SessionServices />
      <Modals />
    </QueryClientProvider>,
  )
  const prompt = () => Promise.resolve({ outcome: 'dismissed' })
  await act(async () => void dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })))
  await act(() => vi.advanceTimersByTimeAsync(offerMs))
}
const offer = () => screen.queryByRole('alertdialog', { name: 'Install Homeport' })

// Chunks are loaded before a test's timeout starts.
beforeAll(async () => {
  await Promise.all([import('./text.ts'), import('../ui/modal-panel.tsx')])
  watchInstall()
})
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  location.hash = '#/pages/index/index'
  serve({ '/user/device/lists': () => pageOf([aDevice]) })
})
afterEach(() => {
  cleanup()
  endSession()
  installQuestion.set(null)
  vi.useRealTimers()
})

test('is made on the second visit, and never again after "Not now": then the settings have it', async () => {
  await visit()
  expect(offer()).toBeNull()
  await visit()
  await waitFor(() => expect(offer()).toBeTruthy())
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(offer()).toBeNull())
  await visit()
  expect(offer()).toBeNull()
  cleanup()
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <InstallRow />
    </QueryClientProvider>,
  )
  screen.getByRole('button', { name: 'Install Homeport' })
})
