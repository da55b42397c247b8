import { expect, it } from 'vitest'
import type { HouseTorrent } from '../house-program/driver.ts'
import { unwrittenNotes } from '../../testing/unwritten.ts'
import { torrentOf } from './answers.ts'
import { createWriteDown } from './write-down.ts'

const hash = 'a'.repeat(40)
const entry = { id: 1, hashString: hash, name: 'film', downloadDir: '/films', labels: [], error: 0, errorString: '' }
const figures = { metadataPercentComplete: 1, sizeWhenDone: 4, leftUntilDone: 4, rateDownload: 0, rateUpload: 0, uploadedEver: 0 }
const torrentWith = (status: number): HouseTorrent =>
  torrentOf({ ...entry, ...figures, status, peersConnected: 0, secondsSeeding: 0, addedDate: 0 })
const [stopped, running] = [torrentWith(0), torrentWith(4)]

function open(stop: () => Promise<void>, store = unwrittenNotes()) {
  const requests: string[] = []
  const writeDown = createWriteDown({
    stop: async () => {
      requests.push('stop')
      await stop()
    },
    start: async () => void requests.push('start'),
    store,
  })
  writeDown.changed(hash)
  return { writeDown, requests }
}

it('stops and begins a torrent once, however often it is looked at, and it is not paused meanwhile', async () => {
  const gate = Promise.withResolvers<void>()
  const { writeDown, requests } = open(() => gate.promise)
  const looks = [writeDown.look(hash, running), writeDown.lookAtAll(new Map([[hash, running]])), writeDown.look(hash, stopped)]
  expect(writeDown.seen(new Map([[hash, stopped]])).get(hash)).toMatchObject({ state: 'active', isStopped: false })
  gate.resolve()
  await Promise.all(looks)
  await writeDown.look(hash, running)
  expect(requests).toEqual(['stop', 'start'])
  expect(writeDown.seen(new Map([[hash, stopped]])).get(hash)).toMatchObject({ state: 'paused', isStopped: true })
})

it('leaves one stopped that the box pauses meanwhile', async () => {
  const gate = Promise.withResolvers<void>()
  const { writeDown, requests } = open(() => gate.promise)
  const look = writeDown.look(hash, running)
  writeDown.paused(hash)
  gate.resolve()
  await look
  expect(requests).toEqual(['stop'])
})

it('begins one that stops late, once it has', async () => {
  const { writeDown, requests } = open(() => Promise.reject(new Error('it does not stop')))
  await expect(writeDown.look(hash, running)).rejects.toThrow('does not stop')
  await writeDown.lookAtAll(new Map([[hash, running]]))
  expect(requests).toEqual(['stop'])
  await writeDown.lookAtAll(new Map([[hash, stopped]]))
  expect(requests).toEqual(['stop', 'start'])
})

it('waits until a verification of another’s is over', async () => {
  const { writeDown, requests } = open(async () => {})
  await writeDown.look(hash, torrentWith(2))
  expect(requests).toEqual([])
  await writeDown.look(hash, running)
  expect(requests).toEqual(['stop', 'start'])
})

it('leaves one alone while Transmission writes it down by itself, and afterwards', async () => {
  const { writeDown, requests } = open(async () => {})
  await writeDown.writing(hash, () => writeDown.lookAtAll(new Map([[hash, running]])))
  await writeDown.look(hash, running)
  expect(requests).toEqual([])
})

it('is still to be written down where Transmission ends meanwhile, and is looked for once that is back', async () => {
  const { writeDown } = open(async () => {})
  await writeDown.added(hash)
  await expect(writeDown.writing(hash, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(writeDown.isUnwritten(hash)).toBe(true)
  expect(await writeDown.lost()).toEqual([hash])
  await writeDown.writing(hash, async () => {})
  expect(await writeDown.lost()).toEqual([])
})

it('S125: one that was not written down as the box was killed is looked for by the next one', async () => {
  const store = unwrittenNotes()
  const before = open(async () => {}, store)
  await before.writeDown.added(hash)
  const { writeDown } = open(async () => {}, store)
  expect(await writeDown.lost()).toEqual([hash])
  await writeDown.removed(hash)
  expect(await store.all()).toEqual([])
})
