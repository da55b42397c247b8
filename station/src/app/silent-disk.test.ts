/** A disk that stops answering in the middle, as a share whose machine is off: all else of the box answers, and the disk is there again once it does. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileList } from '@homeport/contract/files.ts'
import { getDownloadConfig } from '@homeport/contract/download/download-config.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { openBoxProcess, type BoxProcess } from '../testing/box-process.ts'
import { canMountShare, unmount, whyNoShare } from '../testing/disk.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { folderIdOf } from '../shared/folder-id.ts'

let folder: string
let share: ChildProcess
let box: BoxProcess
const disk = () => join(folder, 'share')

beforeEach(async () => {
  if (!canMountShare) return
  folder = testFolder()
  for (const name of ['share', 'downloads', 'machine', 'machine/Films', 'machine/Series']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'machine', 'Films', 'film.txt'), 'film')
  share = spawn('bindfs', ['-f', join(folder, 'machine'), disk()])
  await until('it is mounted', () => statSync(disk()).dev !== statSync(folder).dev)
})
afterEach(async () => {
  if (!canMountShare) return
  share.kill('SIGCONT')
  await box.stop()
  unmount(disk())
  share.kill()
  clear(folder)
})

const listed = async (path: string) => {
  const { code, data } = await box.act('file_list', { path })
  return code === Code.ok ? fileList.output.parse(data).entries.map(({ name }) => name) : code
}

it.skipIf(!canMountShare).each(['HOMEPORT_LIBRARY', 'HOMEPORT_DOWNLOADS'])(
  `a silent disk in %s holds up nothing else, nor the next start${whyNoShare}`,
  async (setting) => {
    const own = join(folder, 'downloads')
    box = await openBoxProcess(folder, { [setting]: setting === 'HOMEPORT_LIBRARY' ? disk() : `${own}:${disk()}` })
    await box.start()
    expect(await listed(folderIdOf(disk()))).toEqual(['Films', 'Series'])
    share.kill('SIGSTOP')
    // Questions that are under way: more than a box with the usual four threads could hold.
    for (let at = 0; at < 12; at += 1) void box.act('file_list', { path: `${folderIdOf(disk())}/Films` }).catch(() => {})
    await until('the disk counts as away', async () => (await listed(folderIdOf(disk()))) === Code.notFound)
    expect(await listed('')).toEqual(['downloads', 'share'])
    expect(await listed(folderIdOf(own))).toEqual([])
    for (const act of ['device_status', 'device_info', 'task_list', 'bin_list'])
      expect((await box.act(act, {})).code).toBe(Code.ok)
    expect((await box.act('folder_make', { path: folderIdOf(own), name: 'New' })).code).toBe(Code.ok)
    if (setting === 'HOMEPORT_DOWNLOADS') {
      const { folders } = getDownloadConfig.output.parse((await box.act('get_download_config', {})).data)
      expect(folders.map(({ path, free }) => [path, free === null])).toEqual([
        [own, false],
        [disk(), true],
      ])
      const start = await box.act('start_task', { url: 'http://127.0.0.1:9/x', folder_id: folderIdOf(disk()) })
      expect(start).toMatchObject({ code: TaskCode.noFolder, data: { reason: 'no_folder' } })
    }
    await box.kill()
    await box.start()
    expect((await box.act('task_list', {})).code).toBe(Code.ok)
    share.kill('SIGCONT')
    await until('the disk is back', async () => JSON.stringify(await listed(folderIdOf(disk()))) === '["Films","Series"]')
  },
)
