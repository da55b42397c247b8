/** Pictures by ffmpeg, and by programs that end as ffmpeg ends on a busy box, at a disk that is away, and at a file without a picture. */
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../testing/counted-films/counted-films.ts'
import { databasePictures } from '../movie/identify/database-pictures.ts'
import { makeSheet } from '../playback/thumbnails/make-sheet.ts'
import { streamsOfFacts } from '../playback/delivery/delivery.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { ffmpeg, film } from '../testing/tv.ts'
import { drawPicture } from './draw-picture.ts'

let folder: string
beforeAll(() => (folder = testFolder()))
afterAll(() => clear(folder))

let programs = 0
function program(line: string): string {
  const path = join(folder, `program-${(programs += 1)}`)
  writeFileSync(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return path
}

describe('a picture', () => {
  it.each([
    ['the system ends it', 'kill -9 $$'],
    ['the box stops', 'kill -TERM $$'],
    ['it is ended after half of it', 'printf half; kill -9 $$'],
    ['its time is over', 'exec sleep 600'],
    ['the disk does not answer (EIO)', 'exit 251'],
    ['there is no memory left (ENOMEM)', 'exit 244'],
    ['the file was moved (ENOENT)', 'exit 254'],
  ])('is not made this time if %s', async (_, line) => {
    expect(await drawPicture(program(line), { args: [], withinMs: line.includes('sleep') ? 50 : 60_000 })).toBe('late')
  })

  it('is not made this time if ffmpeg does not start, or its input cannot be read', async () => {
    expect(await drawPicture(join(folder, 'no-program'), { args: [], withinMs: 60_000 })).toBe('late')
    const input = createReadStream(join(folder, 'no-file'))
    expect(await drawPicture(program('exec sleep 600'), { args: [], input, withinMs: 60_000 })).toBe('late')
  })

  it.each([
    ['the file is none', 'exit 183'],
    ['nothing was drawn', 'exit 0'],
    ['ffmpeg crashes at it', 'kill -SEGV $$'],
  ])('is not to be had if %s', async (_, line) => {
    expect(await drawPicture(program(line), { args: [], withinMs: 60_000 })).toBeUndefined()
  })

  it('is what was written', async () => {
    const input = Buffer.from('a picture')
    expect(await drawPicture(program('exec cat'), { args: [], input, withinMs: 60_000 })).toEqual(input)
  })
})

it('thumbnails with a hole that a busy box left are not kept', async () => {
  const once = join(folder, 'once')
  const busy = program(`[ -e ${once} ] && kill -9 $$; : > ${once}; head -c 21600 /dev/zero`)
  const picture = streamsOfFacts(film(join(folder, 'film.mkv'))).picture
  if (!picture) throw new Error('no picture')
  const converter = { ffmpeg: busy, encoder: 'libx264', hasToneMapping: false, cores: 2 }
  const request = { path: join(folder, 'film.mkv'), picture, durationMs: 60_000, converter }
  expect(await makeSheet(request, async () => true)).toBeUndefined()
})

it.skipIf(ffmpeg === '')('a picture of the film database that a busy box did not draw is drawn the next time', async () => {
  const wide = run(ffmpeg, [
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=1600x900',
    '-frames:v',
    '1',
    '-c:v',
    'png',
    '-f',
    'image2pipe',
    'pipe:1',
  ])
  const tool = { path: program('kill -9 $$'), version: '7' }
  const tools = Promise.resolve({ ffmpeg: tool, ffprobe: undefined, quickProbe: undefined })
  const { picture } = databasePictures({ client: { picture: async () => wide }, folder, tools })
  const { signal } = new AbortController()
  await expect(picture('poster', '/p.png', signal)).rejects.toThrow('ended')
  tool.path = ffmpeg
  expect(await picture('poster', '/p.png', signal)).toMatch(/^[0-9a-f]{64}$/)
})
