/** The functions that TVs of 2018 lack: they are added, work as the real ones do, and replace nothing that is there. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createContext, runInContext, type Context } from 'node:vm'
import { expect, test } from 'vitest'

const script = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'old-browsers.ts'), 'utf8'))
const lacking = [
  'Array.prototype.flat',
  'Array.prototype.flatMap',
  'Object.fromEntries',
  'self.queueMicrotask',
  'self.globalThis',
]

/** A window of its own, in which the page's first script has run. */
function openWindow({ isOld }: { isOld: boolean }): Context {
  const window = createContext({})
  runInContext('var self = this', window)
  if (isOld) for (const name of lacking) runInContext(`delete ${name}`, window)
  else runInContext('self.queueMicrotask = function own() {}', window)
  runInContext(`var before = [${lacking.join()}]`, window)
  runInContext(script, window)
  return window
}

const inOldWindow = (code: string): unknown =>
  JSON.parse(String(runInContext(`JSON.stringify(${code})`, openWindow({ isOld: true }))))

test('a window of such a browser has none of them before', () => {
  expect(inOldWindow('before.map((one) => one === undefined)')).toEqual(lacking.map(() => true))
})

test('arrays are flattened as deep as is requested', () => {
  const nested = '[1, [2, [3, [4]]], []]'
  expect(inOldWindow(`${nested}.flat()`)).toEqual([1, 2, [3, [4]]])
  expect(inOldWindow(`${nested}.flat(0)`)).toEqual([1, [2, [3, [4]]], []])
  expect(inOldWindow(`${nested}.flat(2)`)).toEqual([1, 2, 3, [4]])
  expect(inOldWindow(`${nested}.flat(Infinity)`)).toEqual([1, 2, 3, 4])
})

test('flatMap passes value, position and array, and flattens one level', () => {
  expect(inOldWindow(`['a', 'b'].flatMap((letter, at, all) => [letter, at, [all.length]])`)).toEqual(['a', 0, [2], 'b', 1, [2]])
})

test('an object is made of entries of any iterable; the last of one name wins', () => {
  expect(inOldWindow(`Object.fromEntries(new Map([['a', 1], ['b', 2]]))`)).toEqual({ a: 1, b: 2 })
  expect(inOldWindow(`Object.fromEntries([['c', 1], ['c', 2]])`)).toEqual({ c: 2 })
})

test('a microtask runs after what is running', async () => {
  const window = openWindow({ isOld: true })
  runInContext(`var order = []; self.queueMicrotask(() => order.push('microtask')); order.push('running')`, window)
  await Promise.resolve()
  expect(runInContext('order.join()', window)).toBe('running,microtask')
})

test('globalThis is the window', () => {
  expect(inOldWindow('self.globalThis === self')).toBe(true)
})

test('what a browser has stays as it is, and a loop finds nothing that was added', () => {
  const same = `[${lacking.join()}].every((one, at) => one === before[at])`
  expect(runInContext(same, openWindow({ isOld: false }))).toBe(true)
  expect(inOldWindow(`(() => { var names = []; for (var name in [1]) names.push(name); return names })()`)).toEqual(['0'])
})
