/** The sixteen stored values of spec 3: stored under their names, read back unchanged, private ones deleted with the session. */
import type { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSaved, readSaved, storageKeys, writeTyped } from './storage.ts'
import { setLang } from './lang.ts'
import { endSession, storeForSession, session, startSession } from './session.ts'
import { aDevice, aPlayer, aSignIn, aDownloadConfig } from '../testing/samples.ts'

const disk = { total: 100, used: 40, free: 60, path: '/data', value: 40 }
const config: DownloadConfig = {
  ...aDownloadConfig,
  download_path: '/data/downloads',
  max_running: 3,
  down_limit_bytes: 0,
  seed_minutes: 0,
}
const video = { id: 'V1', title: 'How to begin' }
const realm = (lang: 'en' | 'zh') => ({
  token: storageKeys.realm(lang, 'token'),
  userInfo: storageKeys.realm(lang, 'userInfo'),
  bindInfo: storageKeys.realm(lang, 'bindInfo'),
  currentDevice: storageKeys.realm(lang, 'currentDevice'),
  socket_fd: storageKeys.realm(lang, 'socket_fd'),
  deviceStorage: storageKeys.realm(lang, 'deviceStorage'),
  deviceStorageList: storageKeys.realm(lang, 'deviceStorageList'),
  downloadConfig: storageKeys.realm(lang, 'downloadConfig'),
  cacheProgress: storageKeys.realm(lang, 'cacheProgress'),
  playerInfo: storageKeys.realm(lang, 'playerInfo'),
  videoList: storageKeys.realm(lang, 'videoList'),
  titleList: storageKeys.realm(lang, 'titleList'),
  currentVideo: storageKeys.realm(lang, 'currentVideo'),
  danmaku: storageKeys.realm(lang, 'danmaku'),
  videoContent: storageKeys.realm(lang, 'videoContent'),
})

const things = {
  token: 'token-1',
  userInfo: aSignIn.user,
  bindInfo: aSignIn.bind,
  currentDevice: aDevice,
  socket_fd: 'fd-1',
  deviceStorage: disk,
  deviceStorageList: [disk],
  downloadConfig: config,
  cacheProgress: { AAAA: { 'http://files/film.mkv': { task_id: 'T1', progress: 62, down_size: 1, at: 1 } } },
  playerInfo: aPlayer,
  videoList: [video],
  titleList: [{ id: 'G1', title: 'First steps', videos: [video] }],
  currentVideo: video,
  danmaku: [{ text: '好看 & <b>', time_ms: 1200 }],
  videoContent: { ...video, url: 'https://example.com/v1.mp4' },
}
const names = Object.keys(things) as (keyof typeof things)[]

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
})

function put(lang: 'en' | 'zh') {
  const shelf = realm(lang)
  shelf.token.set(things.token)
  shelf.userInfo.set(things.userInfo)
  shelf.bindInfo.set(things.bindInfo)
  shelf.currentDevice.set(things.currentDevice)
  shelf.socket_fd.set(things.socket_fd)
  shelf.deviceStorage.set(things.deviceStorage)
  shelf.deviceStorageList.set(things.deviceStorageList)
  shelf.downloadConfig.set(things.downloadConfig)
  shelf.cacheProgress.set(things.cacheProgress)
  shelf.playerInfo.set(things.playerInfo)
  shelf.videoList.set(things.videoList)
  shelf.titleList.set(things.titleList)
  shelf.currentVideo.set(things.currentVideo)
  shelf.danmaku.set(things.danmaku)
  shelf.videoContent.set(things.videoContent)
}

test('spec 3 names sixteen things, and each has its place', () => {
  expect([...names, 'update_tip_time']).toHaveLength(16)
  put('en')
  storageKeys.app('update_tip_time').set(1_790_000_000)
  for (const name of names) expect(localStorage.getItem(`homeport.en.${name}`), name).not.toBe(null)
  expect(localStorage.getItem('homeport.update_tip_time')).not.toBe(null)
})

test.each(names)('%s is read back as it was, for its own language only, and may be taken away', (name) => {
  put('en')
  expect(realm('en')[name].get()).toEqual(things[name])
  expect(realm('zh')[name].get()).toBe(null)
  realm('en')[name].set(null)
  expect(localStorage.getItem(`homeport.en.${name}`)).toBe(null)
})

test.each(names)('P13: %s goes with the session of its language, and the other language keeps its own', (name) => {
  put('zh')
  startSession(aSignIn)
  put('en')
  endSession()
  expect(localStorage.getItem(`homeport.en.${name}`)).toBe(null)
  expect(realm('zh')[name].get()).toEqual(things[name])
})

test('update_tip_time is whole seconds of this browser: it outlives the session and stands for both languages', () => {
  storageKeys.app('update_tip_time').set(1_790_000_000)
  startSession(aSignIn)
  endSession()
  setLang('zh')
  expect(storageKeys.app('update_tip_time').get()).toBe(1_790_000_000)
})

test('P13: an answer that comes after the session ended is not kept, nor by who signed in next', () => {
  startSession(aSignIn)
  const late = storeForSession()
  endSession()
  late('downloadConfig', config)
  startSession({ ...aSignIn, token: 'token-2' })
  late('downloadConfig', config)
  expect(storageKeys.realm('en', 'downloadConfig').get()).toBe(null)
  storeForSession()('downloadConfig', config)
  expect(storageKeys.realm('en', 'downloadConfig').get()).toEqual(config)
  expect(session.get().token).toBe('token-2')
  endSession()
})

test('typed text is there at once, though the database has not answered yet, and goes with what is deleted', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  void writeTyped('en/forum/1/desk', { text: 'first' })
  void writeTyped('en/forum/1/desk', { text: 'a reply 😀' })
  void writeTyped('zh/forum/1/desk', { text: '回复' })
  expect(await readSaved('en/forum/1/desk')).toEqual({ text: 'a reply 😀' })
  void forgetSaved('en/')
  expect(localStorage.getItem('homeport.unsaved')).toMatch('回复')
  expect(localStorage.getItem('homeport.unsaved')).not.toMatch('reply')
  vi.unstubAllGlobals()
})
