/** Spec 7: every incoming act has one handler, also when nobody waits for it: it updates the saved data, and what went wrong is said in spec 8's words. One of another box does neither. */
import { deviceStatus } from '@homeport/contract/device.ts'
import type { Task } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { status, storage } from '../device/data.ts'
import { config } from '../download/config.ts'
import { filesKeyOf, taskPage, videosKeyOf } from '../download/data.ts'
import { plainFilter } from '../download/list-filter.ts'
import { isConnected } from '../kit/call/box-connection.ts'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { storageKeys } from '../kit/storage.ts'
import { startPlayer } from '../playback/player.ts'
import { listed } from '../testing/task-list.ts'
import { pageOf, serve } from '../testing/server.ts'
import { aDevice, aDownloadConfig, aPlayer, aSignIn, aStatus, aTask } from '../testing/samples.ts'
import { openTv } from '../testing/tv.ts'
import { Toasts } from '../ui/toast.tsx'
import { createClient } from './client.ts'
import { handleFailure } from './failure.tsx'
import { SessionServices } from './session/session-services.tsx'

type Frame = Parameters<Awaited<ReturnType<typeof openTv>>['send']>[0]
const running: Task = { ...aTask, name: 'Metropolis' }
const stopped: Task = { ...aTask, task_id: 'T2', url: 'http://files/b', name: 'Sunrise', status: 0, speed_bytes: 0 }
const disk = { total: 20_000, used: 10_000, free: 10_000, path: '/srv', value: 50 }
const media = { url: 'F1', name: 'a.mkv', suffix: 'mkv', icon: 'video', file_size: 1 }
const torrent = { name: 't', sub_fileinfo: [], select_count: 0, total: 0, total_size: 0, list: '' }

let cloud: Awaited<ReturnType<typeof openTv>>
let client: QueryClient
let tasks: Task[]
let stopPlayer = () => {}

const listQuery = () => taskPage(aDevice, plainFilter, 1)
const row = (id: string) => client.getQueryData(listQuery().queryKey)?.data.find(({ task_id }) => task_id === id)
const stored = <K extends Parameters<typeof storageKeys.realm>[1]>(name: K) => storageKeys.realm('en', name).get()

beforeEach(async () => {
  localStorage.clear()
  setLang('en')
  cloud = await openTv()
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  tasks = [running, stopped]
  serve({ '/user/device/lists': () => pageOf([aDevice]), '/device/task/lists': (input) => listed(tasks, input) })
  client = createClient(handleFailure)
  await client.fetchQuery(listQuery())
  stopPlayer = startPlayer()
  render(
    <QueryClientProvider client={client}>
      <SessionServices />
      <Toasts />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(isConnected.get()).toBe(true))
})
afterEach(async () => {
  cleanup()
  stopPlayer()
  endSession()
  await cloud.stop()
})

/** The act, its frame, and where its data is then. */
const updates: [frame: Frame, saved: () => unknown, value: unknown][] = [
  [{ act: 'login', dev: '', data: { fd: 'fd-2' } }, () => stored('socket_fd'), 'fd-2'],
  [{ act: 'player_status', data: { ...aPlayer, title: 'Nosferatu' } }, () => stored('playerInfo')?.title, 'Nosferatu'],
  [{ act: 'device_status', data: aStatus }, () => client.getQueryData(status(aDevice).queryKey), aStatus],
  [
    { act: 'get_media_files', task_id: 'T9', data: { paths: [media] } },
    () => client.getQueryData(videosKeyOf('T9')),
    { paths: [media] },
  ],
  [{ act: 'magnet_uri', task_id: 'T9', data: { torrent_info: torrent } }, () => client.getQueryData(filesKeyOf('T9')), torrent],
  [{ act: 'start_task', task_id: 'T2', data: { task_id: 'T2', old_task_id: '' } }, () => row('T2')?.status, 1],
  [{ act: 'stop_task', task_id: 'T1', data: { task_id: 'T1' } }, () => row('T1')?.status, 0],
  [{ act: 'storage_info', data: { list: [disk] } }, () => stored('deviceStorage'), disk],
  [{ act: 'storage_info', data: { list: [disk] } }, () => client.getQueryData(storage(aDevice).queryKey)?.list, [disk]],
  [{ act: 'remove_task_and_file', task_id: 'T2', data: { task_id: 'T2' } }, () => row('T2'), undefined],
  [{ act: 'download_status', task_id: 'T1', data: { ...running, progress: 77 } }, () => row('T1')?.progress, 77],
  [{ act: 'get_download_config', data: aDownloadConfig }, () => stored('downloadConfig'), aDownloadConfig],
  [
    { act: 'get_download_config', data: aDownloadConfig },
    () => client.getQueryData(config(aDevice).queryKey)?.download_path,
    aDownloadConfig.download_path,
  ],
]

describe('unasked it updates what is saved', () => {
  test.each(updates)('$act', async (frame, saved, value) => {
    expect(saved()).not.toEqual(value)
    await act(async () => cloud.send(frame))
    await waitFor(() => expect(saved()).toEqual(value))
  })

  test.each(updates.filter(([{ dev }]) => dev === undefined))('of another box it does not: $act', async (frame, saved, value) => {
    const before = saved()
    await act(async () => {
      cloud.send({ ...frame, dev: 'BBBBBBBBBBBBBBBB' })
      // Frames are handled in their order.
      cloud.send({ act: deviceStatus.name, data: { ...aStatus, cpu: 77 } })
    })
    await waitFor(() => expect(client.getQueryData(status(aDevice).queryKey)?.cpu).toBe(77))
    expect(before).not.toEqual(value)
    if (frame.act !== deviceStatus.name) expect(saved()).toEqual(before)
  })
})

const failures: [frame: Frame, text: string][] = [
  [{ act: 'start_task', code: TaskCode.noSpace }, 'Not enough space'],
  [{ act: 'start_task', code: TaskCode.limit }, 'Reached task download limit'],
  [
    { act: 'start_task', code: TaskCode.invalidLink, url: `magnet:?xt=urn:btih:${'a'.repeat(40)}` },
    'Unable to download magnet URI',
  ],
  [{ act: 'start_task', code: 1999 }, 'Unknown error'],
  [{ act: 'stop_task', code: TaskCode.notStarted }, 'Failed to start task'],
  [{ act: 'stop_task', code: Code.offline }, 'Device is offline, please slide down to refresh'],
  [{ act: 'get_media_files', data: {} }, 'Player fail, not video'],
  [{ act: 'magnet_uri', data: {} }, 'Device no response'],
]

describe('unasked it says what went wrong', () => {
  test.each(failures)('$act', async (frame, text) => {
    await act(async () => cloud.send({ data: null, ...frame }))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test('a start that failed sets the task stop (spec 4)', async () => {
    await act(async () => cloud.send({ act: 'start_task', code: TaskCode.noSpace, data: null, task_id: 'T1' }))
    await waitFor(() => expect(row('T1')?.status).toBe(0))
  })

  test('of another box nothing is said', async () => {
    await act(async () => {
      cloud.send({ act: 'start_task', code: TaskCode.noFolder, data: null, dev: 'BBBBBBBBBBBBBBBB' })
      cloud.send({ act: 'device_status', data: aStatus })
    })
    await waitFor(() => expect(client.getQueryData(status(aDevice).queryKey)).toEqual(aStatus))
    expect(screen.queryByText('Download path not exists')).toBe(null)
  })
})

test('these are all incoming acts of spec 7', () => {
  const spec =
    'login player_status device_status get_media_files magnet_uri start_task stop_task storage_info remove_task_and_file download_status get_download_config'
  expect(new Set(updates.map(([frame]) => frame.act))).toEqual(new Set(spec.split(' ')))
})
