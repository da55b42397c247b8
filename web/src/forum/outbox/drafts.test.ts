/** Which version of a draft wins. */
import { blankDetails, type Draft } from '@homeport/contract/forum.ts'
import { expect, test } from 'vitest'
import { blankDraft, isBlank, mergeDrafts } from './drafts.ts'

const remote = (id: string, title: string, saved_at: number): Draft => ({
  id,
  title,
  saved_at,
  thread_id: '',
  board_id: 0,
  content: '',
  tags: '',
  images: [],
  ...blankDetails,
})
const local = (id: string, title: string, saved: { saved_at: number; on_server_at: number }) => ({
  ...blankDraft(id, 0),
  title,
  ...saved,
})
const at = (saved_at: number, on_server_at: number) => ({ saved_at, on_server_at })
const titles = (...of: Parameters<typeof mergeDrafts>) => mergeDrafts(...of).map(({ title }) => title)

test('what this device has not sent counts more than what the server has', () => {
  expect(titles([local('a', 'typed here', at(9_000, 5_000))], [remote('a', 'older', 5)])).toEqual(['typed here'])
})

test('where this device has sent everything, another device may have gone on', () => {
  expect(titles([local('a', 'before', at(5_000, 5_000))], [remote('a', 'gone on elsewhere', 8)])).toEqual(['gone on elsewhere'])
})

test('the youngest comes first, and nothing typed is no draft', () => {
  expect(titles([local('a', 'first', at(1_000, 0))], [remote('b', 'second', 2)])).toEqual(['second', 'first'])
  expect(isBlank(local('a', '  ', at(1, 0)))).toBe(true)
  expect(isBlank(local('a', 'x', at(1, 0)))).toBe(false)
})
