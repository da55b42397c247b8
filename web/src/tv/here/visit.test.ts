/** The film, the language and the way back, which the app sends along to the box's page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lang, setLang } from '../../kit/lang.ts'
import { takeArrival } from './visit.ts'

beforeEach(() => {
  sessionStorage.clear()
  setLang('en')
})
afterEach(() => vi.restoreAllMocks())

function arrive(sent: Record<string, string>) {
  history.replaceState(null, '', `/#${new URLSearchParams(sent).toString()}`)
  return takeArrival()
}
const sent = { key: 'a-b_c', movie: 'M1', path: '', point: '61000', lang: 'zh', app: 'https://home.example/#/film?id=M1' }

test('the film, the language and the way back come along, and leave the address at once; a reload knows them, not the key', () => {
  const { key, visit } = arrive(sent)
  expect(key).toBe('a-b_c')
  expect(visit).toEqual({ movie_id: 'M1', path: '', point: 61_000, app: sent.app, isStarted: false })
  expect(lang.get()).toBe('zh')
  expect(location.hash).toBe('')
  expect(takeArrival()).toEqual({ key: '', visit })
})

test('a tab that becomes a TV is nobody’s any more', () => {
  arrive(sent)
  expect(arrive({ key: 'tv' })).toEqual({ key: 'tv', visit: null })
  expect(takeArrival().visit).toBe(null)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'nothing', ''])('%s is no way back', (app) => {
  expect(arrive({ ...sent, app }).visit?.app).toBe('')
})

test.each(['-5', '1.5', 'NaN', '1e400', ''])('a point of %s is the start', (point) => {
  expect(arrive({ ...sent, point }).visit?.point).toBe(0)
})

test('what is kept and is no visit counts as none', () => {
  sessionStorage.setItem('homeport.hereVisit', '{"movie_id":4}')
  expect(takeArrival().visit).toBe(null)
  sessionStorage.setItem('homeport.hereVisit', 'not json')
  expect(takeArrival().visit).toBe(null)
})
