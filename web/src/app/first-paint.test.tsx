/** Spec 3: locally stored data is shown at the first paint, before the cloud or the box answers. */
import { getConfig } from '@homeport/contract/download/download-config.ts'
import { getBullet, seriesVideo } from '@homeport/contract/guide.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HomeCard } from '../device/home-card.tsx'
import { clearReadings, withReadings } from '../download/task-readings.ts'
import { storageKeys } from '../kit/storage.ts'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { aDevice, aPlayer, aSignIn, aTask, aDownloadConfig } from '../testing/samples.ts'
import * as configPage from '../pages/device/setting/downloadconfig.tsx'
import * as statusPage from '../pages/device/setting/status.tsx'
import * as videoPage from '../pages/main/video/index.tsx'
import { player, startPlayer } from '../playback/player.ts'
import { createClient } from './client.ts'
import { openAt } from '../testing/history.ts'

const disk = { total: 4_000_000_000_000, used: 1_000_000_000_000, free: 3_000_000_000_000, path: '/films', value: 25 }
const second = { ...disk, path: '/more' }
const video = {
  id: 'V1',
  title: 'How to begin',
  about: 'The first evening',
  cover: null,
  url: '',
  duration_ms: 9_000,
  slides: [],
}
const comment = { id: 'B1', text: '好看', time_ms: 1_000, color: '#ffffff', mode: 'roll', is_mine: false, created_at: 1 }
const config = { ...aDownloadConfig, download_path: '/kept/downloads', max_running: 7, down_limit_bytes: 0, seed_minutes: 0 }
const en = <K extends Parameters<typeof storageKeys.realm>[1]>(name: K) => storageKeys.realm('en', name)

const show = (children: React.ReactNode) =>
  render(<QueryClientProvider client={createClient(() => {})}>{children}</QueryClientProvider>)

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  // no request is ever answered
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  endSession()
})

test('deviceStorage: the room on the disk stands on Home', () => {
  en('deviceStorage').set(disk)
  show(<HomeCard device={aDevice} downloads={null} />)
  expect(document.body.textContent).toMatch(/3 ?TB/)
})

test('deviceStorageList: every disk of the box is known at once', async () => {
  en('deviceStorageList').set([second, disk])
  show(<HomeCard device={aDevice} downloads={null} />)
  expect(document.body.textContent).toMatch(/3 ?TB/)
  expect(statusPage.meta.needs).toBe('device')
})

test('downloadConfig: the settings stand in their fields', () => {
  en('downloadConfig').set(config)
  show(<configPage.Screen />)
  expect(screen.getByText('/kept/downloads')).toBeTruthy()
  expect(screen.getByDisplayValue('7')).toBeTruthy()
})

test('what the box before said is not shown of another', () => {
  en('downloadConfig').set(config)
  en('deviceStorageList').set([disk])
  setCurrentDevice({ ...aDevice, devid: 'D2', devsn: 'BBBBBBBBBBBBBBBB' })
  show(<configPage.Screen />)
  expect(screen.queryByText('/kept/downloads')).toBe(null)
  expect([en('downloadConfig').get(), en('deviceStorageList').get()]).toEqual([null, null])
})

test('cacheProgress: a row stands as far as this browser saw it', () => {
  clearReadings()
  en('cacheProgress').set({ [aDevice.devsn]: { [aTask.url]: { task_id: 'T1', progress: 80, down_size: 8_000_000_000, at: 1 } } })
  expect(withReadings([aTask], Date.now())[0]).toMatchObject({ progress: 80, down_size: 8_000_000_000 })
})

test('playerInfo: what played a moment ago stands, still, until the box speaks; what is old does not', () => {
  en('playerInfo').set({ ...aPlayer, current_point: 42_000 })
  startPlayer()()
  expect(player.playing.get()).toBe(null)
  en('playerInfo').set({ ...aPlayer, current_point: 42_000 })
  const stop = startPlayer()
  expect(player.playing.get()).toMatchObject({ info: { title: 'Metropolis' }, point: 42_000 })
  stop()
  en('playerInfo').set({ ...aPlayer, current_point: 42_000 })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  const later = startPlayer()
  expect(player.playing.get()).toBe(null)
  later()
})

test('titleList, currentVideo, danmaku: the guide that was open opens again, with its comments', () => {
  openAt('#/pages/main/video/index')
  en('titleList').set([{ id: 'G1', title: 'First steps', videos: [{ ...video, id: 'V0', title: 'Unpacking' }, video] }])
  en('currentVideo').set({ id: 'V1', title: 'How to begin' })
  en('danmaku').set([comment])
  show(<videoPage.Screen />)
  expect(screen.getByRole('heading', { level: 2, name: 'How to begin' })).toBeTruthy()
  expect(screen.getByText('The first evening')).toBeTruthy()
  expect(screen.getAllByText('好看').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Unpacking').length).toBeGreaterThan(0)
})

test('videoList: without the list of all the group that was open stands', () => {
  openAt('#/pages/main/video/index')
  en('videoList').set([video])
  show(<videoPage.Screen />)
  expect(screen.getByRole('heading', { level: 2, name: 'How to begin' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '' })).toBeNull()
})

test('videoContent: a guide that the list no longer names is shown as it was', () => {
  openAt('#/pages/main/video/index?id=V1')
  en('titleList').set([{ id: 'G1', title: 'Others', videos: [{ ...video, id: 'V0', title: 'Unpacking' }] }])
  en('videoContent').set(video)
  show(<videoPage.Screen />)
  expect(screen.getByRole('heading', { level: 2, name: 'How to begin' })).toBeTruthy()
})

test('values that were kept a moment ago are asked for again: they may be from before the last change', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(new URL(url, location.href).pathname.replace(/^\/en\/\w+/, ''))
    return new Promise(() => {})
  })
  en('downloadConfig').set(config)
  show(<configPage.Screen />)
  en('currentVideo').set({ id: 'V1', title: 'How to begin' })
  en('danmaku').set([comment])
  en('titleList').set([{ id: 'G1', title: 'First steps', videos: [video] }])
  openAt('#/pages/main/video/index?id=V1')
  show(<videoPage.Screen />)
  const own = [getConfig.path, getBullet.path, seriesVideo.path]
  await waitFor(() => expect(requests).toEqual(expect.arrayContaining(own)))
})

test('comments of one guide never fly over another', () => {
  en('currentVideo').set({ id: 'V0', title: 'Unpacking' })
  en('danmaku').set([comment])
  openAt('#/pages/main/video/index?id=V1')
  en('titleList').set([{ id: 'G1', title: 'First steps', videos: [video] }])
  show(<videoPage.Screen />)
  expect(screen.getByRole('heading', { level: 2, name: 'How to begin' })).toBeTruthy()
  expect(screen.queryByText('好看')).toBe(null)
})
