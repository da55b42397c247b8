/** The download settings as an owner and a member see them. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { draftOf, readDraft } from '../../../download/settings/change-config.ts'
import { oldestShownAt } from '../../../kit/call/connection.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { aDevice, aSignIn, aDownloadConfig } from '../../../testing/samples.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './downloadconfig.tsx'

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()
const config = {
  ...aDownloadConfig,
  download_path: '/srv/downloads',
  max_running: 10,
  down_limit_bytes: 2_500_000,
  seed_minutes: 60,
}

function show(answers: { get?: () => Answer; save?: (body: Record<string, string>) => Answer } = {}) {
  const server = serve({
    '/device/device/getConfig': answers.get ?? (() => ok({ ...config, stale_at: null })),
    '/device/device/saveConfig': answers.save ?? ((body) => ok({ ...config, max_running: Number(body['max_running']) })),
  })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  return server
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  onFailure = vi.fn()
})
afterEach(cleanup)

test('an owner sees the folder and changes the limits', async () => {
  const server = show()
  expect(await screen.findByText('/srv/downloads')).toBeTruthy()
  expect((await field('Download speed limit')).value).toBe('2.5')
  fireEvent.change(await field('Simultaneous downloads'), { target: { value: '3' } })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(server.of('/device/device/saveConfig')).toEqual([
    { devid: 'D1', max_running: '3', down_limit_bytes: '2500000', up_limit_bytes: '0', seed_ratio: '1', seed_minutes: '60' },
  ])
})

test('S92: a limit that was typed stands in its field for who signs in after the session has expired', async () => {
  show()
  fireEvent.change(await field('Download speed limit'), { target: { value: '7' } })
  await act(async () => endSession('expired'))
  cleanup()
  startSession({ ...aSignIn, token: 'token-2' })
  setCurrentDevice(aDevice)
  show()
  expect((await field('Download speed limit')).value).toBe('7')
  cleanup()
  show()
  expect((await field('Download speed limit')).value).toBe('2.5')
})

test('a wrong number is named beside its field and nothing is sent', async () => {
  const server = show()
  fireEvent.change(await field('Simultaneous downloads'), { target: { value: '99' } })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(await screen.findByText('Value out of range')).toBeTruthy()
  expect(server.of('/device/device/saveConfig')).toEqual([])
})

test('there are two groups; seeding and hours unfold by themselves where a number in them is wrong', async () => {
  const folder = { folder_id: 'd1', name: 'downloads', path: '/srv/downloads', free: 1_000, total: 2_000 }
  const server = show({ get: () => ok({ ...config, folders: [folder], stale_at: null }) })
  const ratio = await field('Seed until ratio')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Folders for new downloads',
    'Limits',
  ])
  expect(screen.queryByText('Run a command when done')).toBe(null)
  const more = screen.getByText('Seeding and hours').closest('details')
  expect(more?.open).toBe(false)
  fireEvent.change(ratio, { target: { value: 'much' } })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(more?.open).toBe(true)
  expect(server.of('/device/device/saveConfig')).toEqual([])
})

test('what the box refuses is brought back to the failure handler, and the typed value is not lost', async () => {
  show({ save: () => ({ code: Code.offline }) })
  fireEvent.change(await field('Simultaneous downloads'), { target: { value: '4' } })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  const isTold = () => onFailure.mock.calls.filter(([, from]) => from?.isQuiet !== true)
  await waitFor(() => expect(isTold()).toHaveLength(1))
  expect((await field('Simultaneous downloads')).value).toBe('4')
})

test('a member reads and cannot change; an offline box says how old its word is', async () => {
  setCurrentDevice({ ...aDevice, role: 'member' })
  show()
  expect((await field('Upload speed limit')).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
  expect(screen.getByText('Only the owner can change these settings.')).toBeTruthy()
  cleanup()
  setCurrentDevice({ ...aDevice, online: 0 })
  show({ get: () => ok({ ...config, stale_at: Date.now() / 1000 - 1_200 }) })
  expect((await field('Upload speed limit')).disabled).toBe(true)
  expect(Date.now() - (oldestShownAt.get() ?? 0)).toBeGreaterThanOrEqual(1_200_000)
})

test('a box that has not said yet has a face of its own', async () => {
  show({ get: () => ({ code: Code.notFound }) })
  expect(await screen.findByText('No settings yet')).toBeTruthy()
})

test('speeds are typed in MB/s with a point or a comma, empty is no limit', () => {
  expect(draftOf({ ...config, up_limit_bytes: 125_000 })).toMatchObject({ down: '2.5', up: '0.125' })
  const draft = { running: '5', down: '1,5', up: '', ratio: '0.5', minutes: '0' }
  expect(readDraft(draft)).toEqual({
    change: { max_running: 5, down_limit_bytes: 1_500_000, up_limit_bytes: 0, seed_ratio: 0.5, seed_minutes: 0 },
    wrong: [],
  })
  expect(readDraft({ running: '', down: '-1', up: 'x', ratio: '101', minutes: '1.5' }).wrong).toEqual([
    'running',
    'down',
    'up',
    'ratio',
    'minutes',
  ])
})
