/** Where a download lies. */
import { publish } from '@homeport/contract/device.ts'
import { taskRename, type TaskDetail } from '@homeport/contract/download/task-control.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn, aTask } from '../../testing/samples.ts'
import { ok, published, serve } from '../../testing/server.ts'
import { DetailsSection } from './details-section.tsx'

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  endSession()
})

test('one that the box has not placed yet goes to the download folder; of another its own folder is shown, and nothing is asked', async () => {
  const server = serve({ '/forum/configure/getDownload': () => ok({ download_path: '/srv/downloads', stale_at: null }) })
  const show = (folder: string) =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <DetailsSection device={aDevice} task={{ ...aTask, folder }} detail={undefined} />
      </QueryClientProvider>,
    )
  show('/srv/films')
  expect(screen.getByText('/srv/films')).toBeTruthy()
  expect(server.of('/forum/configure/getDownload')).toEqual([])
  cleanup()
  show('')
  expect(await screen.findByText('/srv/downloads')).toBeTruthy()
})

const detail = (cannot: TaskDetail['cannot']): TaskDetail => ({
  task_id: 'T1',
  info_hash: 'ab'.repeat(20),
  original_name: 'film',
  folder_id: '',
  folder_path: '',
  path: '/films/film',
  seeds: 0,
  peers: 0,
  dht_peers: null,
  availability: null,
  down_limit_bytes: 0,
  up_limit_bytes: 0,
  seed_ratio: null,
  seed_minutes: null,
  server: '',
  trackers: [],
  peer_list: [],
  cannot,
})

test('what cannot be changed now is greyed with the reason, and a reason of a later version greys nothing', () => {
  const show = (cannot: TaskDetail['cannot']) =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <DetailsSection device={aDevice} task={{ ...aTask, folder: 'films' }} detail={detail(cannot)} />
      </QueryClientProvider>,
    )
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent ?? '')
  show([{ what: 'rename', why: 'folder_unseen' }])
  expect(screen.getByRole('note').textContent).toBe('The torrent program keeps it in a folder that the box can’t reach.')
  expect(names().some((name) => name.startsWith('Original name'))).toBe(false)
  expect(names().some((name) => name.startsWith('Folder'))).toBe(true)
  cleanup()
  show([{ what: 'rename', why: 'something new' }])
  expect(screen.queryByRole('note')).toBe(null)
  expect(names().some((name) => name.startsWith('Original name'))).toBe(true)
})

test.each([
  ['the box refuses it', { code: TaskCode.notStarted, data: {} }, true],
  ['the box does not answer', undefined, false],
])('S131: a new name says that it cannot be used where %s', async (_, answer, isRefused) => {
  serve({ [publish.path]: published(answer ? { [taskRename.name]: () => answer } : {}) })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <DetailsSection device={aDevice} task={{ ...aTask, folder: 'films' }} detail={detail([])} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^Original name/ }))
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  fireEvent.change(field, { target: { value: 'harbour' } })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).ariaBusy).not.toBe('true'))
  expect(screen.queryByText('This name can’t be used in the folder.') !== null).toBe(isRefused)
  expect(field.value).toBe('harbour')
  fireEvent.change(field, { target: { value: aTask.name } })
})
