/** P13: ending a session deletes all private data of its realm, and of no other. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageKeys } from './storage.ts'
import { setLang } from './lang.ts'
import { endSession, onSessionEnd, session, setCurrentDevice, setUser, startSession } from './session.ts'
import { aDevice, aPlayer, aSignIn } from '../testing/samples.ts'

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
})
afterEach(() => endSession())

test('signing in keeps token, user and bind info under the spec names of this realm', () => {
  startSession(aSignIn)
  expect(session.get()).toMatchObject({ lang: 'en', token: 'token-1', user: { username: 'harbour' } })
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'homeport.en.bindInfo',
    'homeport.en.token',
    'homeport.en.userInfo',
    'homeport.lang',
  ])
})

test('P13: ending it clears token, user, bind info, current device, progress and player, and tells who holds caches', () => {
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  storageKeys.realm('en', 'cacheProgress').set({ BOX: { u: { task_id: 'T', progress: 1, down_size: 1, at: 1 } } })
  storageKeys.realm('en', 'socket_fd').set('fd')
  storageKeys.realm('en', 'playerInfo').set(aPlayer)
  const listener = vi.fn()
  const stop = onSessionEnd(listener)
  endSession()
  stop()
  expect(Object.keys(localStorage)).toEqual(['homeport.lang'])
  expect(session.get()).toMatchObject({ token: '', user: null, device: null })
  expect(listener).toHaveBeenCalledExactlyOnceWith('en', 'ended')
})

test('P18: each realm has a session of its own; the other one stays signed in', () => {
  startSession(aSignIn)
  setLang('zh')
  expect(session.get()).toMatchObject({ lang: 'zh', token: '' })
  startSession({ ...aSignIn, token: 'token-zh' })
  endSession()
  setLang('en')
  expect(session.get().token).toBe('token-1')
})

test('a value of another shape, or no JSON, is as good as absent', () => {
  localStorage.setItem('homeport.en.token', '"bare"')
  localStorage.setItem('homeport.en.userInfo', '{no json')
  expect([storageKeys.realm('en', 'token').get(), storageKeys.realm('en', 'userInfo').get()]).toEqual([null, null])
})

test('a browser that refuses storage keeps things as long as the page lives', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  startSession(aSignIn)
  expect(session.get().token).toBe('token-1')
})

test('a profile that came anew is kept, also where the browser lost it; that of somebody else, or after the end, is not', () => {
  startSession(aSignIn)
  const renamed = { ...aSignIn.user, nickname: 'Anew' }
  setUser(renamed)
  expect(storageKeys.realm('en', 'userInfo').get()?.nickname).toBe('Anew')
  setUser({ ...renamed, user_id: '2', nickname: 'Another' })
  expect(session.get().user?.nickname).toBe('Anew')
  storageKeys.realm('en', 'userInfo').set(null)
  setLang('zh')
  setLang('en')
  expect(session.get().user).toBe(null)
  setUser(renamed)
  expect(session.get().user?.nickname).toBe('Anew')
  endSession()
  setUser(renamed)
  expect([session.get().user, storageKeys.realm('en', 'userInfo').get()]).toEqual([null, null])
})

test('P13: who signs in over another’s session finds nothing of theirs', () => {
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  const listener = vi.fn()
  const stop = onSessionEnd(listener)
  startSession({ ...aSignIn, token: 'token-2', user: { ...aSignIn.user, user_id: '2' } })
  stop()
  expect(listener).toHaveBeenCalledExactlyOnceWith('en', 'ended')
  expect(session.get()).toMatchObject({ token: 'token-2', device: null })
})

test('a new session of the same user keeps what is saved of the box and tells nobody', () => {
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  const listener = vi.fn()
  const stop = onSessionEnd(listener)
  startSession({ ...aSignIn, token: 'token-2' })
  stop()
  expect(session.get()).toMatchObject({ token: 'token-2', device: { devsn: aDevice.devsn } })
  expect(listener).not.toHaveBeenCalled()
})
