/** P35: what a path leads to is exchanged between the check and the use: no outside file is read, written or removed. */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { fileUpload } from '@homeport/contract/files.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openFilesBox, type FilesBox } from '../testing/files.ts'

let box: FilesBox

beforeEach(async () => {
  box = await openFilesBox()
  writeFileSync(join(box.outside, 'x'), 'secret')
  mkdirSync(join(box.outside, 'sub'))
  mkdirSync(join(box.outside, 'folders', 'secret name'), { recursive: true })
  writeFileSync(join(box.outside, 'sub', 'y'), 'secret')
  mkdirSync(join(box.films, 'A', 'folders'), { recursive: true })
  box.put('A', 'x')
  box.put('A', 'sub', 'y')
})
afterEach(async () => {
  const before = readdirSync(box.outside, { recursive: true }).toSorted()
  expect(before).toEqual(['folders', 'folders/secret name', 'sub', 'sub/y', 'x'])
  expect(readFileSync(join(box.outside, 'x'), 'utf8')).toBe('secret')
  expect(await box.stop()).toEqual([])
})

const linked = ['x', 'sub', 'folders']
/** Ways in which A leads outside of a sudden. */
const exchanges = {
  'the folder became a link': () => {
    renameSync(join(box.films, 'A'), join(box.films, 'B'))
    symlinkSync(box.outside, join(box.films, 'A'))
  },
  'a folder with links came in its place': () => {
    renameSync(join(box.films, 'A'), join(box.films, 'B'))
    mkdirSync(join(box.films, 'A'))
    for (const name of linked) symlinkSync(join(box.outside, name), join(box.films, 'A', name))
  },
  'its parts became links': () => {
    for (const name of linked) {
      renameSync(join(box.films, 'A', name), join(box.films, 'A', `old ${name}`))
      symlinkSync(join(box.outside, name), join(box.films, 'A', name))
    }
  },
}

for (const [title, exchange] of Object.entries(exchanges)) {
  it(`P35: tickets for files and folders: ${title}`, async () => {
    const tickets = [
      await box.ticketOf(box.at('A', 'x')),
      await box.ticketOf(box.at('A', 'sub')),
      await box.ticketOf(box.at('A')),
      await box.ticketOf(box.at('A', 'folders')),
      await box.ticketOf(box.at('A', 'x'), box.at('A', 'sub', 'y')),
    ]
    exchange()
    for (const url of tickets) {
      // A zip that cannot be made whole ends as a broken answer.
      const body = await fetch(url)
        .then((response) => response.text())
        .catch(() => 'broken')
      expect(body).not.toContain('secret')
    }
    expect((await fetch(tickets[0] ?? '')).status).toBe(404)
  })

  it.each(['file_delete', 'file_copy', 'file_move'])(
    `P35: %s: ${title} while the job is busy with another entry`,
    async (act) => {
      box.put('first')
      mkdirSync(join(box.films, 'To'))
      box.hooks.onScan = () => {
        box.hooks.onScan = () => {}
        exchange()
      }
      const more = act === 'file_delete' ? { is_final: true } : { to: box.at('To') }
      const { failed } = await box.ended(
        await box.act(act, { paths: [box.at('first'), box.at('A', 'x'), box.at('A', 'sub')], ...more }),
      )
      expect(failed).toEqual(['x', 'sub'].map((name) => ({ reason: 'gone', name })))
      expect(readdirSync(join(box.films, 'To'))).toEqual(act === 'file_delete' ? [] : ['first'])
    },
  )

  it(`P35: an upload: ${title}`, async () => {
    const uploads: string[] = []
    for (const path of [box.at('A'), box.at('A', 'sub')]) {
      const begun = await box.act('file_upload', { path, name: 'up.txt', size: 8 })
      uploads.push(fileUpload.output.parse(begun.data).upload_id)
    }
    exchange()
    for (const upload_id of uploads)
      for (const at of [0, 4]) await box.act('file_upload_part', { upload_id, at, blob: box.blob(Buffer.from('evil')) })
  })
}

it('P35: a ticket is for the file that it was given for, and for none that comes in its place', async () => {
  box.put('A', 'other')
  const url = await box.ticketOf(box.at('A', 'x'))
  expect((await fetch(url)).status).toBe(200)
  renameSync(join(box.films, 'A', 'other'), join(box.films, 'A', 'x'))
  expect((await fetch(url)).status).toBe(404)
})

it('P35: a file that becomes a link to another file of the house is not followed in a zip', async () => {
  const url = await box.ticketOf(box.at('A'))
  renameSync(join(box.films, 'A', 'x'), join(box.films, 'A', 'z'))
  symlinkSync(join(box.films, 'A', 'z'), join(box.films, 'A', 'x'))
  const zip = Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1')
  expect([zip.includes('A/z'), zip.includes('A/x')]).toEqual([true, false])
})

it.each(['file_delete', 'file_copy', 'file_move'])(
  'P35: %s leaves another file of the house alone that came in the place of the one that was chosen',
  async (act) => {
    box.put('first')
    box.put('A', 'other')
    mkdirSync(join(box.films, 'To'))
    box.hooks.onScan = () => {
      box.hooks.onScan = () => {}
      renameSync(join(box.films, 'A', 'other'), join(box.films, 'A', 'x'))
    }
    const more = act === 'file_delete' ? { is_final: true } : { to: box.at('To') }
    const { failed } = await box.ended(await box.act(act, { paths: [box.at('first'), box.at('A', 'x')], ...more }))
    expect(failed).toEqual([{ reason: 'gone', name: 'x' }])
    expect(readdirSync(join(box.films, 'A')).toSorted()).toEqual(['folders', 'sub', 'x'])
    expect(readdirSync(join(box.films, 'To'))).toEqual(act === 'file_delete' ? [] : ['first'])
  },
)

it('P35: a part of an upload that becomes a link to another file of the house is not followed', async () => {
  box.put('A', 'kept')
  const begun = await box.act('file_upload', { path: box.at('A'), name: 'up.txt', size: 5_000 })
  const { upload_id } = fileUpload.output.parse(begun.data)
  const part = join(box.films, 'A', `.homeport-part-${upload_id}`)
  rmSync(part)
  symlinkSync(join(box.films, 'A', 'kept'), part)
  const before = readFileSync(join(box.films, 'A', 'kept'), 'utf8')
  // Bytes of a link are those of its path.
  const at = lstatSync(part).size
  const sent = await box.act('file_upload_part', { upload_id, at, blob: box.blob(Buffer.from('evil')) })
  expect(sent).toMatchObject({ code: Code.notFound, data: { reason: 'gone' } })
  expect(readFileSync(join(box.films, 'A', 'kept'), 'utf8')).toBe(before)
})

it('P16: the upload of one person is not ended by another', async () => {
  const begun = await box.act('file_upload', { path: box.at(), name: 'v.mkv', size: 4 })
  const { upload_id } = fileUpload.output.parse(begun.data)
  await box.act('file_upload_part', { upload_id, at: 0, cancel: true }, 'eve')
  const sent = await box.act('file_upload_part', { upload_id, at: 0, blob: box.blob(Buffer.from('film')) })
  expect(sent.data).toEqual({ at: 4, is_done: true })
})

it('P43: what uploads were promised is kept for them, also over a restart, and given back', async () => {
  const free = () => {
    const { bavail, bsize } = statfsSync(box.films)
    return bavail * bsize
  }
  const begin = (name: string) => box.act('file_upload', { path: box.at(), name, size: Math.floor(free() * 0.6) })
  const all = await Promise.all(['a', 'b', 'c'].map(begin))
  expect(all.filter(({ code }) => code === Code.ok)).toHaveLength(1)
  for (const { code, data } of all) if (code !== Code.ok) expect(data).toMatchObject({ reason: 'no_space' })
  await box.restart()
  expect(await begin('d')).toMatchObject({ code: Code.notAllowed, data: { reason: 'no_space', name: 'd' } })
  const accepted = all.find(({ code }) => code === Code.ok)
  const { upload_id } = fileUpload.output.parse(accepted?.data)
  await box.act('file_upload_part', { upload_id, at: 0, cancel: true })
  expect(await begin('d')).toMatchObject({ code: Code.ok })
})
