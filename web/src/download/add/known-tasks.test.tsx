/** Pasted links that the box has already, or of which it has not said so yet. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { Screen } from '../../pages/device/download/list.tsx'
import { aDevice, aSignIn, aTask } from '../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../testing/server.ts'
import { listed } from '../../testing/task-list.ts'

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()

function show(acts: Record<string, (data: Record<string, unknown>) => Answer>) {
  const server = serve({ '/device/task/lists': (input) => listed([], input), '/emqx/publish': published(acts) })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
    </QueryClientProvider>,
  )
  const requests = () => server.of('/emqx/publish').map((body) => JSON.parse(body['payload'] ?? ''))
  return { sent: (name: string) => requests().filter(({ request }) => request === name) }
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
const paste = async (text: string) => {
  await press('Add download')
  fireEvent.change(await screen.findByLabelText('Links'), { target: { value: text } })
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  onFailure = vi.fn()
  vi.stubGlobal('scrollTo', () => {})
  location.hash = '/pages/device/download/list'
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  endSession()
})

test('a link that was started is known when it is pasted again at once, and one that was removed is new again', async () => {
  const box = new Set<string>()
  const { sent } = show({
    download_status: ({ url }) =>
      box.has(String(url)) ? ok({ ...aTask, name: 'Sunrise.mkv' }) : { code: TaskCode.notCreated, data: null },
    start_task: ({ url }) => (box.add(String(url)), ok({ task_id: 'N', old_task_id: '' })),
  })
  await paste('http://files/sunrise.mkv')
  // The box has said that it has none.
  await waitFor(() => expect(sent('download_status')).toHaveLength(1))
  await press('Start download')
  await isClosed()

  await paste('http://files/sunrise.mkv')
  expect(await screen.findByText('Already on this box')).toBeTruthy()
  await press('Close')
  await isClosed()

  box.clear()
  await paste('http://files/sunrise.mkv')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start download' }).disabled).toBe(false))
})

test('a box that does not answer whether it has a link is asked again while the sheet is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = [{ code: Code.noResponse }, { code: Code.fault }, ok({ ...aTask, name: 'Sunrise.mkv' })]
  const { sent } = show({ download_status: () => answers.shift() ?? { code: TaskCode.notCreated, data: null } })
  await paste('http://files/sunrise.mkv')
  await act(async () => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText('Already on this box')).toBeTruthy()
  await act(async () => vi.advanceTimersByTimeAsync(60_000))
  expect(sent('download_status')).toHaveLength(3)
  expect(onFailure.mock.calls.every(([, { isQuiet }]) => isQuiet)).toBe(true)
})

test('a box is not asked again about a link after the sheet is closed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { sent } = show({ download_status: () => ({ code: Code.noResponse }) })
  await paste('http://files/sunrise.mkv')
  await act(async () => vi.advanceTimersByTimeAsync(400))
  expect(sent('download_status')).toHaveLength(1)
  await press('Close')
  await act(async () => vi.advanceTimersByTimeAsync(60_000))
  expect(sent('download_status')).toHaveLength(1)
})
