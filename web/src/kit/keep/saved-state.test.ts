/** A kept value on a disk that takes its time: nothing that is stored is replaced, nothing that is typed is lost. */
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSaved, writeTyped } from '../storage.ts'
import { savedState } from './saved-state.ts'

type Posts = { waiting: string[] }
const key = 'en/forum/1/desk'
const posts = () =>
  savedState<Posts>({
    owner: () => 'en/forum/1',
    keyOf: (owner) => `${owner}/desk`,
    schema: z.object({ waiting: z.array(z.string()) }),
    empty: { waiting: [] },
    merge: (typed, saved) => ({ waiting: [...saved.waiting, ...typed.waiting] }),
  })

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('what is written before a slow disk has answered replaces nothing that lies there', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const state = posts()
  void state.open()
  state.update({ waiting: ['typed'] })
  expect(state.value.get()).toEqual({ waiting: ['typed'] })
  expect(localStorage.getItem('homeport.unsaved')).toBe(null)
})

test('what came before a reload and what was typed meanwhile are both kept', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  void writeTyped(key, { waiting: ['before'] })
  const state = posts()
  const opened = state.open()
  state.update({ waiting: ['meanwhile'] })
  await opened
  expect(await readSaved(key)).toEqual({ waiting: ['before', 'meanwhile'] })
  state.update({ waiting: ['after'] })
  expect(await readSaved(key)).toEqual({ waiting: ['after'] })
})
