/** P37: one file that is named anew, moved, copied, sent in parts, or written beside a film, by a box that is killed after each step of it. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { fileUpload, fileUploadPart } from '@homeport/contract/files.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { filesBelow, openBoxProcess, type BoxProcess } from '../testing/box-process.ts'
import { canMount, mountSmallDisk } from '../testing/disk.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { killAtEachStep } from '../testing/kill-steps.ts'
import { folderIdOf } from '../shared/folder-id.ts'

const closing: (() => unknown)[] = []
let folder: string
let box: BoxProcess
const at = (...names: string[]) => join(folder, ...names)
const wire = (...names: string[]) => [folderIdOf(at('downloads')), ...names].join('/')

beforeEach(async () => {
  folder = testFolder()
  closing.push(() => clear(folder))
  for (const name of ['downloads', 'other']) {
    if (canMount) closing.push(mountSmallDisk(at(name), 256))
    else mkdirSync(at(name))
  }
  box = await openBoxProcess(folder, { HOMEPORT_DOWNLOADS: `${at('downloads')}:${at('other')}` })
  closing.push(() => box.stop())
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const names = (disk: string) => readdirSync(at(disk)).filter((name) => name !== '.incoming')
const empty = () => {
  for (const disk of ['downloads', 'other']) for (const name of names(disk)) rmSync(at(disk, name), { recursive: true })
}

describe('P37: a file of a box that is killed after each step', () => {
  it.each([
    ['named anew', 'file_rename', 'downloads/new.bin', () => ({ path: wire('old.bin'), name: 'new.bin' })],
    ['moved within a disk', 'file_move', 'downloads/shelf/old.bin', () => ({ paths: [wire('old.bin')], to: wire('shelf') })],
  ])('%s is there once', async (...[, act, to, data]) => {
    const bytes = randomBytes(100_000)
    const all = () => ['downloads', 'other'].flatMap((disk) => [...filesBelow(at(disk)).values()])
    const steps = await killAtEachStep(box, {
      prepare: async () => {
        empty()
        mkdirSync(at('downloads', 'shelf'))
        writeFileSync(at('downloads', 'old.bin'), bytes)
      },
      work: () => box.act(act, data()),
      isAtEnd: () => existsSync(at(to)) && !existsSync(at('downloads', 'old.bin')),
      check: (where) => until(`it is there once (${where})`, () => all().length === 1 && all()[0] === bytes.toString('latin1')),
    })
    expect(steps).toBeGreaterThan(2)
  })

  it('sent in parts is there once and whole, after a break that the phone hears of', async () => {
    const bytes = randomBytes(60_000)
    const send = async (): Promise<void> => {
      const life = box.pid()
      const begun = await box.act('file_upload', { path: wire(), name: 'sent.bin', size: bytes.length })
      if (begun.code === Code.notAllowed) {
        expect(begun.data).toMatchObject({ reason: 'exists' })
        return
      }
      const { upload_id, at: reached } = fileUpload.output.parse(begun.data)
      // A life that was killed answers in the next one, where another sends.
      for (let from = reached; from < bytes.length && life === box.pid();) {
        const blob = box.cloud.putBlob('en', bytes.subarray(from, from + 20_000))
        const part = await box.act('file_upload_part', { upload_id, at: from, blob })
        expect(part).toMatchObject({ code: Code.ok })
        from = fileUploadPart.output.parse(part.data).at
      }
    }
    const free = async () => {
      const size = 160_000_000
      const begun = await box.act('file_upload', { path: wire(), name: 'large.bin', size })
      expect(begun.code).toBe(Code.ok)
      const { upload_id } = fileUpload.output.parse(begun.data)
      await box.act('file_upload_part', { upload_id, at: 0, cancel: true })
    }
    const steps = await killAtEachStep(box, {
      query: { opens: '1', sql: 'file_upload' },
      prepare: async () => empty(),
      work: send,
      isAtEnd: () => existsSync(at('downloads', 'sent.bin')),
      check: async (where) => {
        await send()
        expect(names('downloads'), where).toEqual(['sent.bin'])
        expect(readFileSync(at('downloads', 'sent.bin')).equals(bytes), where).toBe(true)
        await free()
      },
    })
    expect(steps).toBeGreaterThan(4)
  })
})
