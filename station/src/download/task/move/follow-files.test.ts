/** A complete download follows its files when they are moved or renamed elsewhere than in the list of downloads. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { MediaFile } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpDownloads } from '../../../testing/downloads.ts'
import { until } from '../../../../../testing/until.ts'

const fixture = setUpDownloads({ searchPath: '', packaged: '' })
const Files = z.object({ paths: z.optional(z.array(MediaFile)) })
const body = randomBytes(50_000)

async function loaded(folders: string[] = []) {
  const box = await fixture.open({ folders })
  const server = await fixture.serve({ '/film.mkv': { body } })
  const id = await fixture.start(`${server.url}/film.mkv`)
  await fixture.isDone(id)
  return { box, id, url: `${server.url}/film.mkv` }
}

/** As Files does it. */
function move(from: string, to: string): void {
  renameSync(from, to)
  fixture.box.events.emit('file_moves', { moves: [{ from, to }] })
}

const playable = async (id: string) => {
  const { paths } = Files.parse((await fixture.box.act('get_media_files', { task_id: id })).data)
  return paths?.[0] && fixture.box.downloads.media.mediaFile(paths[0].url)
}

it('renamed, its row has the new name, and it is still there for its link', async () => {
  const { box, id, url } = await loaded()
  move(join(box.root, 'film.mkv'), join(box.root, 'Harbour.mkv'))
  await until('the row follows', async () => (await box.task(id)).name === 'Harbour.mkv')
  expect(await playable(id)).toBe(join(box.root, 'Harbour.mkv'))
  expect((await box.act('start_task', { url })).code).toBe(TaskCode.inComplete)
  // Removing the download with its files finds them.
  await box.act('remove_task_and_file', { task_id: id, files: 1 })
  await until('its file is gone', () => fixture.remaining().length === 0)
})

it('with the folder above it, into another folder and into another download folder', async () => {
  const second = join(fixture.folder, 'second disk')
  mkdirSync(second)
  const { box, id } = await loaded([second])
  mkdirSync(join(box.root, 'Films'))
  move(join(box.root, 'film.mkv'), join(box.root, 'Films', 'film.mkv'))
  await until('it is in the folder', async () => (await box.task(id)).folder.endsWith('/Films'))
  move(join(box.root, 'Films'), join(second, 'Kept'))
  await until('it is on the other disk', async () => (await box.task(id)).folder === 'second disk/Kept')
  expect(await playable(id)).toBe(join(second, 'Kept', 'film.mkv'))
})
