/** Pictures of boxes: chosen by serial number, served to anyone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeviceImages } from './device-images.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-images-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = (...names: string[]) => Promise.all(names.map((name) => writeFile(join(folder, name), name)))
const fileOf = (address: string) => decodeURIComponent(/^image\/([^?]+)\?v=\d+$/.exec(address)?.[1] ?? address)
const filesOf = (devsn: string) => {
  const { x1, x2 } = createDeviceImages(folder).of(devsn)
  return [fileOf(x1), fileOf(x2)]
}

test('the longest start of the serial number decides, whatever its case; one picture alone serves both densities', async () => {
  await put('hp.png', 'hp@2x.png', 'HP2.webp', 'hp23@2x.jpg', 'default.jpg', 'notes.txt', 'a b.png')
  expect(filesOf('HP1000')).toEqual(['hp.png', 'hp@2x.png'])
  expect(filesOf('hp2999')).toEqual(['HP2.webp', ''])
  expect(filesOf('hp2399')).toEqual(['hp23@2x.jpg', 'hp23@2x.jpg'])
  expect(filesOf('XY')).toEqual(['default.jpg', ''])
  // A serial number that begins with the word is no reason to be shown it before others.
  expect(filesOf('default-1')).toEqual(['default.jpg', ''])
})

test('without a folder, or with none that fits, the app draws the box', async () => {
  expect(createDeviceImages(undefined).of('HP1')).toEqual({ x1: '', x2: '' })
  await put('hp.png')
  expect(filesOf('XY')).toEqual(['', ''])
})

test('a picture is served with its type; nothing else of the disk is', async () => {
  await put('hp@2x.png', 'notes.txt')
  const images = createDeviceImages(folder)
  const app = Fastify()
  images.mount(app)
  const get = (address: string) => app.inject({ url: `/zh/device/${address}` })
  const picture = await get(images.of('hp1').x2)
  expect([picture.statusCode, picture.headers['content-type'], picture.body]).toEqual([200, 'image/png', 'hp@2x.png'])
  expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin')
  for (const file of ['notes.txt', 'hp.png', '..%2Fnotes.txt', '%2Fetc%2Fpasswd'])
    expect((await get(`image/${file}`)).statusCode).toBe(404)
  await app.close()
})
