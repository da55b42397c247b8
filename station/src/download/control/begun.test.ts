/** Downloads that a feed begins, with the real engines. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { Refusal } from '../../kit/refusal.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { torrentWith } from '../../testing/torrents.ts'
import { createBegun } from './begun.ts'

const downloads = setUpDownloads({ isOpen: true })
const about = (id: string, category = '') => ({ id, category })

test('a link is begun in its category, once by the same id, and once however it is named', async () => {
  const { box } = downloads
  const body = Buffer.alloc(50_000, 7)
  const server = await downloads.serve({ '/film.mkv': { body } })
  await box.act('save_download_config', { categories: [{ name: 'Films', folder_id: '', folder_path: 'Films' }] })
  const begun = createBegun(box.downloads)
  const source = { url: `${server.url}/film.mkv` }
  const task_id = await begun.start(source, about('feed f i', 'Films'))
  expect(await begun.start(source, about('feed f i', 'Films'))).toBe(task_id)
  await until('it is done', async () => (await begun.isDone(task_id)) === true)
  expect(await begun.progressOf(task_id)).toBe(100)
  expect(await begun.start(source, about('feed g j'))).toBe(task_id)
  expect(await box.tasks()).toHaveLength(1)
  expect(await begun.unfinished()).toEqual([])
  expect(box.read('Films/film.mkv')).toEqual(body)
  await begun.remove(task_id)
  expect([await begun.isDone(task_id), downloads.remaining().filter((name) => name.endsWith('.mkv'))]).toEqual([undefined, []])
})

test('a torrent file is begun from its bytes; a category that is gone, and bytes that are none, are refused with the reason', async () => {
  const begun = createBegun(downloads.box.downloads)
  const torrent = torrentWith({ name: 'Charade.mkv', length: 10, 'piece length': 16_384, pieces: Buffer.alloc(20) })
  const task_id = await begun.start({ torrent }, about('feed f t'))
  expect(await downloads.box.task(task_id)).toMatchObject({ kind: 'magnet', name: 'Charade.mkv' })
  expect(await begun.unfinished()).toEqual([{ task_id, name: 'Charade.mkv' }])
  expect([await begun.progressOf(task_id), await begun.progressOf('none')]).toEqual([0, undefined])
  expect(await begun.start({ torrent }, about('feed g t'))).toBe(task_id)
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown)
    return error instanceof Refusal ? error : undefined
  }
  expect(await refusal(begun.start({ torrent }, about('feed f u', 'Gone')))).toMatchObject({ code: Code.invalid })
  expect(await refusal(begun.start({ torrent: Buffer.from('<html>') }, about('feed f v')))).toMatchObject({
    data: { reason: 'bad_torrent' },
  })
})
