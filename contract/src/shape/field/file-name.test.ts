/** Names of files that people give, and that servers and torrents give. */
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { acts } from '../../all.ts'
import { FileName, isHiddenName, ShownFolderPath, shownFileName } from './file-name.ts'

const rule = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message

it('P35: a person gives no name that is listed nowhere', () => {
  for (const name of ['.gone', '..gone', '.aria2', 'film.mkv.aria2'])
    expect([name, rule(FileName, name)]).toEqual([name, 'file_hidden'])
  for (const name of ['film.mkv', 'a.b', 'aria2', 'x.aria2x', ' .a', '…', '。x'])
    expect([name, rule(FileName, name)]).toEqual([name, undefined])
  for (const path of ['.gone', 'a/.gone', 'a/x.aria2/b'])
    expect([path, rule(ShownFolderPath, path)]).toEqual([path, 'file_hidden'])
  for (const path of ['', 'a', 'a/b.c']) expect([path, rule(ShownFolderPath, path)]).toEqual([path, undefined])
})

it('P35: every act of a member that puts something in a place or gives it a name has this rule', () => {
  const placing = acts.filter(
    ({ needs, name }) =>
      needs === 'member' && /^(folder_make|file_rename|file_upload|start_task|task_rename|task_move)$/.test(name),
  )
  expect(placing).toHaveLength(6)
  for (const { name, input } of placing) {
    const request = { path: 'x', task_id: 't', task_ids: ['t'], url: 'u', folder_id: '', size: 1 }
    const field = name === 'task_move' ? 'folder_path' : 'name'
    expect([name, z.safeParse(input, { ...request, [field]: 'gone' }).success]).toEqual([name, true])
    expect([name, z.safeParse(input, { ...request, [field]: '.gone' }).error?.issues[0]]).toMatchObject([
      name,
      { path: [field], message: 'file_hidden' },
    ])
  }
})

it('a name of a server or a torrent is made to be seen', () => {
  for (const name of ['.gone', '...', '.x.aria2', 'a.aria2', '.aria2', 'film.mkv', ''])
    expect(isHiddenName(shownFileName(name))).toBe(false)
  expect(['.gone.mkv', 'film.aria2', 'film.mkv'].map(shownFileName)).toEqual(['_gone.mkv', 'film_aria2', 'film.mkv'])
})
