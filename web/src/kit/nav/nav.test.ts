/** Hash navigation: the query stays, and back returns to the previous page, after a guard too. */
import { beforeEach, expect, test } from 'vitest'
import { back, forward, isFarFromTabs, readHash, redirect, relaunch, rewriteAddress, setInterceptor, switchTab } from './nav.ts'

const currentHash = () => location.hash
const moved = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

beforeEach(() => {
  setInterceptor(null)
  history.replaceState(null, '', '#/')
})

test('a path and its query are read from the hash, not from the address before it', () => {
  expect(readHash('#/pages/forum/type/index?id=3&x=a?b')).toEqual(['/pages/forum/type/index', 'id=3&x=a?b'])
  expect(readHash('')).toEqual(['/', ''])
})

test('forward keeps the query in the hash, back returns', async () => {
  forward('/pages/a?id=3')
  expect(currentHash()).toBe('#/pages/a?id=3')
  forward('/pages/b')
  const arrived = moved()
  back('/pages/up')
  await arrived
  expect(currentHash()).toBe('#/pages/a?id=3')
})

test('a guard redirects, and back leads to the page before, not into the guard again', async () => {
  forward('/pages/start')
  forward('/pages/guarded')
  redirect('/pages/login')
  const arrived = moved()
  back('/pages/up')
  await arrived
  expect(currentHash()).toBe('#/pages/start')
})

test('opened in the middle, back leads to the screen above instead of out of the app', () => {
  history.replaceState(null, '', '#/pages/device/download/list')
  back('/pages/main/device/index')
  expect(currentHash()).toBe('#/pages/main/device/index')
})

test('after a relaunch nothing lies before', () => {
  forward('/pages/a')
  relaunch('/pages/index/index')
  back('/pages/up')
  expect(currentHash()).toBe('#/pages/up')
})

test('the tab that is open is not opened twice', () => {
  switchTab('/pages/main/user/index')
  const before = history.length
  switchTab('/pages/main/user/index')
  expect(history.length).toBe(before)
})

test('the tabs are far where a link opened the page, and from the third page on', () => {
  expect(isFarFromTabs()).toBe(true)
  switchTab('/pages/tab')
  const far = ['/pages/a', '/pages/b', '/pages/c'].map((path) => {
    forward(path)
    return isFarFromTabs()
  })
  expect(far).toEqual([false, false, true])
  redirect('/pages/d')
  expect(isFarFromTabs()).toBe(true)
  switchTab('/pages/tab')
  expect(isFarFromTabs()).toBe(false)
})

test('an interceptor holds every kind of move until it lets it go', () => {
  const held: (() => void)[] = []
  setInterceptor((go) => held.push(go))
  for (const open of [forward, redirect, switchTab, relaunch]) open('/pages/held')
  expect([currentHash(), held.length]).toEqual(['#/', 4])
  held.at(0)?.()
  expect(currentHash()).toBe('#/pages/held')
})

test('rewriting the address makes no new entry', () => {
  history.replaceState(null, '', '#/pages/clean?code=1')
  const before = history.length
  rewriteAddress('/pages/clean')
  expect([currentHash(), history.length]).toEqual(['#/pages/clean', before])
})

test('a page that was left does not rewrite the address of the one that is open', () => {
  history.replaceState(null, '', '#/pages/film?id=1')
  rewriteAddress('/pages/search?q=late')
  expect(currentHash()).toBe('#/pages/film?id=1')
})
