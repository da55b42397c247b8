/** The size of a folder's files, above its list and beside a selection. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aFolder, openFileBox } from '../../../testing/file-box.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, serve } from '../../../testing/server.ts'
import { Screen } from './list.tsx'
import { openAt } from '../../../testing/history.ts'

beforeEach(() => {
  localStorage.clear()
  // The virtual list asks how high the window's rows are.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64)
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('a folder of folders has no size of its own, and no more of them can be selected than there is', async () => {
  const entries = [aFolder('Films', { size: 1_810_000 })]
  const whole = { path: 'd1', names: ['Downloads'], entries, total: 1, next: '', free: null, disk_total: null, can_write: true }
  openAt('#/pages/device/files/list?path=d1')
  serve({ '/emqx/publish': openFileBox().answer({ file_list: () => ok({ ...whole, total_size: 0 }) }) })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByText('1 item')
  expect(screen.queryByText(/ 0 B/)).toBe(null)
  const select = await screen.findByRole('button', { name: 'Select' })
  await act(async () => select.click())
  const films = await screen.findByRole('checkbox', { name: 'Select Films' })
  await act(async () => films.click())
  expect(await screen.findByText('1.81 MB')).toBeTruthy()
})
