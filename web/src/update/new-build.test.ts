/** When the app notices a newer build, and when it reloads for it. */
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { isPageQuiet } from '../app/quiet-moment.ts'
import { createNewBuild, lookPauseMs } from './new-build.ts'

let served = 'a'
let isQuiet = true
let isShown = true
let time = 0
let looks = 0
let tried = ''
const reload = vi.fn<() => void>()

beforeEach(() => {
  ;[served, isQuiet, isShown, time, looks] = ['a', true, true, 0, 0]
  tried = ''
  reload.mockReset()
  document.body.replaceChildren()
})

const open = (own = 'a') =>
  createNewBuild({
    own,
    read: async () => {
      looks += 1
      if (served === '') throw new Error('HTTP 404')
      return served === 'half' ? '{"build":' : JSON.stringify({ build: served })
    },
    isQuiet: async () => isQuiet,
    reload,
    tried: { get: () => tried, set: (build) => (tried = build) },
    isShown: () => isShown,
    now: () => time,
  })

async function look(build: ReturnType<typeof open>) {
  time += lookPauseMs
  await build.look()
}

test('a newer build is taken with the next quiet moment and not before', async () => {
  const build = open()
  await look(build)
  await build.moment()
  expect(reload).not.toHaveBeenCalled()
  served = 'b'
  await look(build)
  expect(reload).not.toHaveBeenCalled()
  isQuiet = false
  await build.moment()
  expect(reload).not.toHaveBeenCalled()
  isQuiet = true
  await build.moment()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a reload that did not bring it is not repeated', async () => {
  served = 'b'
  for (const build of [open(), open()]) {
    await look(build)
    await build.moment()
  }
  expect(reload).toHaveBeenCalledTimes(1)
})

test('found while the app is hidden it is taken at once', async () => {
  const build = open()
  served = 'b'
  isShown = false
  await look(build)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a part that does not load makes it look, not more often than every fifteen seconds', async () => {
  const build = open()
  time = lookPauseMs
  for (let times = 0; times < 3; times += 1) build.partFailed()
  await waitFor(() => expect(looks).toBe(1))
  time += lookPauseMs
  served = 'b'
  build.partFailed()
  await waitFor(() => expect(reload).toHaveBeenCalled())
})

test('no file, half a file, and development are no newer build', async () => {
  for (const text of ['', 'half']) {
    const build = open()
    served = text
    await look(build)
    await build.moment()
  }
  served = 'b'
  const unbuilt = open('')
  await look(unbuilt)
  await unbuilt.moment()
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['<input>', true],
  ['<input value="Living room">', false],
  ['<input type="checkbox" checked>', true],
  ['<input readonly value="a link">', true],
  ['<textarea>Dear</textarea>', false],
  ['<div contenteditable="true">Dear</div>', false],
  ['<div contenteditable="true"></div>', true],
])('%s is a quiet page: %s', (html, quiet) => {
  document.body.innerHTML = html
  expect(isPageQuiet()).toBe(quiet)
})

test('a page where someone has begun to write, or where a film plays, is not quiet', () => {
  document.body.innerHTML = '<input><video></video>'
  document.querySelector('input')?.focus()
  expect(isPageQuiet()).toBe(false)
  document.querySelector('input')?.blur()
  expect(isPageQuiet()).toBe(true)
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  expect(isPageQuiet()).toBe(false)
})
