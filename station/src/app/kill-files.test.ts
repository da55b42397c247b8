/** P37: files that are moved between disks, copied, renamed, deleted and put back, by a box that is killed at any moment of it. */
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binList } from '@homeport/contract/movie/recycle-bin.ts'
import { fileList } from '@homeport/contract/files.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { killedAtStep } from '../../../testing/killed-at-step.ts'
import { until } from '../../../testing/until.ts'
import { randomFrom } from '../../../testing/random-from.ts'
import { filesBelow, openBoxProcess, type BoxProcess } from '../testing/box-process.ts'
import { canMount, mountSmallDisk } from '../testing/disk.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { folderIdOf } from '../shared/folder-id.ts'

/** `npm run soak` runs this file with more rounds. */
const rounds = process.env.SOAK === '1' ? 30 : 6
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const isPart = (path: string) => path.includes('.homeport-part-')

async function actOn(box: BoxProcess, disks: readonly string[], roll: (sides: number) => number): Promise<void> {
  const from = disks[roll(2)] ?? ''
  const to = disks[roll(2)] ?? ''
  const list = fileList.output.parse((await box.act('file_list', { path: folderIdOf(from) })).data)
  const entry = list.entries[roll(Math.max(1, list.entries.length))]
  const entries = binList.output.parse((await box.act('bin_list', {})).data).data
  const binned = entries[roll(Math.max(1, entries.length))]
  const kind = roll(5)
  if (binned && kind === 0) void box.act('bin_restore', { id: binned.id }).catch(() => {})
  else if (!entry) return
  else if (kind === 1) void box.act('file_delete', { paths: [entry.path] }).catch(() => {})
  else if (kind === 2) void box.act('file_rename', { path: entry.path, name: `${roll(1_000_000)}` }).catch(() => {})
  else void box.act('file_move', { paths: [entry.path], to: folderIdOf(to) }).catch(() => {})
}

/** All that was under way is finished or undone: each text is there once, all that the bin shows is in it, and nothing else is there. */
async function isWhole(
  box: BoxProcess,
  { disks, texts, where }: { disks: readonly string[]; texts: ReadonlySet<string>; where: string },
) {
  const files = () => disks.flatMap((disk) => [...filesBelow(disk)])
  const names = () => disks.flatMap((disk) => readdirSync(disk, { recursive: true, encoding: 'utf8' }))
  await until(`nothing is left (${where})`, () => !names().some(isPart))
  await until(`each is there once (${where})`, () => {
    const all = files().map(([, text]) => text)
    return all.length === texts.size && all.every((text) => texts.has(text)) && new Set(all).size === texts.size
  })
  await until(`the bin has what it shows (${where})`, async () => {
    const { data } = binList.output.parse((await box.act('bin_list', { limit: 99 })).data)
    const ids = new Set(files().flatMap(([path]) => (path.startsWith('.homeport-bin/') ? [path.split('/')[1]] : [])))
    return data.length === ids.size && data.every(({ id }) => ids.has(id))
  })
}

describe.skipIf(!canMount)('P37: files of a box that is killed', () => {
  async function open() {
    const folder = testFolder()
    closing.push(() => clear(folder))
    const disks = [join(folder, 'downloads'), join(folder, 'other')]
    for (const disk of disks) closing.push(mountSmallDisk(disk, 192))
    const box = await openBoxProcess(folder, { HOMEPORT_DOWNLOADS: disks.join(':') })
    closing.push(() => box.stop())
    const texts = new Set<string>()
    const put = (name: string, sizes: readonly number[]) => {
      mkdirSync(join(folder, 'downloads', name))
      for (const [at, size] of sizes.entries()) {
        const bytes = randomBytes(size)
        texts.add(bytes.toString('latin1'))
        writeFileSync(join(folder, 'downloads', name, `${at}.bin`), bytes)
      }
    }
    return { folder, disks, box, texts, put }
  }

  it.each([
    ['moved to another disk', 'file_move', { to: 'other' }],
    ['deleted into the bin', 'file_delete', {}],
    ['put back from the bin', 'bin_restore', {}],
  ])('after each step in which they are %s they are there once, and nothing is left', async (_, act, more) => {
    const { folder, disks, box, texts, put } = await open()
    const path = `${folderIdOf(join(folder, 'downloads'))}/film`
    put('film', [50_000, 10])
    await box.start()
    for (let step = 1; ; step += 1) {
      if (act === 'bin_restore') {
        await box.act('file_delete', { paths: [path] })
        await until('it is in the bin', () => !existsSync(join(folder, 'downloads', 'film')))
      }
      const [binned] = binList.output.parse((await box.act('bin_list', {})).data).data
      await box.kill()
      await box.start(killedAtStep({ step }))
      const to = 'to' in more ? { to: folderIdOf(join(folder, more.to)) } : {}
      void box.act(act, { ...(act === 'bin_restore' ? { id: binned?.id } : { paths: [path] }), ...to }).catch(() => {})
      const isAtEnd = () =>
        (act === 'bin_restore') === existsSync(join(folder, 'downloads', 'film')) &&
        !disks.some((disk) => readdirSync(disk).some(isPart))
      let atEnd = 0
      // A death is heard of a little later.
      await until('it is killed, or done', () => box.hasEnded() || (atEnd = isAtEnd() ? atEnd + 1 : 0) > 20)
      const isDone = !box.hasEnded()
      await box.kill()
      await box.start()
      await isWhole(box, { disks, texts, where: `${act} at step ${step}` })
      if (isDone) return expect(step).toBeGreaterThan(2)
      await putBack(box, folder)
    }
  })

  it('at random moments none is lost, none is there twice, none is half', async () => {
    const seed = randomInt(2 ** 31)
    const roll = randomFrom(seed)
    const { disks, box, texts, put } = await open()
    for (const name of ['one', 'two', 'three', 'four']) put(name, [8_000_000, ...Array.from({ length: 11 }, () => 100_000)])
    for (let round = 0; round < rounds; round += 1) {
      await box.start()
      await actOn(box, disks, roll)
      await new Promise((resolve) => setTimeout(resolve, roll(120)))
      await box.kill()
      await box.start()
      await isWhole(box, { disks, texts, where: `seed ${seed}, round ${round}` })
      await box.kill()
    }
  })
})

/** Where it was before the next try. */
async function putBack(box: BoxProcess, folder: string): Promise<void> {
  const film = join(folder, 'downloads', 'film')
  const { data } = binList.output.parse((await box.act('bin_list', {})).data)
  for (const { id } of data) await box.act('bin_restore', { id })
  if (!existsSync(film))
    await box.act('file_move', {
      paths: [`${folderIdOf(join(folder, 'other'))}/film`],
      to: folderIdOf(join(folder, 'downloads')),
    })
  await until('it is back', () => existsSync(join(film, '0.bin')) && existsSync(join(film, '1.bin')))
  await until('all of it', () => readdirSync(join(folder, 'other')).every((name) => name === '.incoming'))
}
