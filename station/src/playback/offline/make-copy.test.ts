/** A copy that is made by the real ffmpeg, on a disk that is full, and beside a film that is watched. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { canMount, mountSmallDisk } from '../../testing/disk.ts'
import { ffmpeg, ffprobe, film, makeFilm } from '../../testing/tv.ts'
import { createConverterFinder } from '../source/find-converter.ts'
import { readStreams } from '../delivery/streams.ts'
import { conversionOf } from './look-at-film.ts'
import { makeCopy, type CopyRun } from './make-copy.ts'

const missing = ffmpeg === '' || ffprobe === ''

describe.skipIf(missing)(`a copy${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let folder: string
  beforeEach(() => {
    folder = testFolder()
    makeFilm(join(folder, 'film.mkv'), { seconds: 20, video: ['mpeg2video', '-s', '1280x720'], audio: ['mp2'] })
    mkdirSync(join(folder, 'copies'))
  })
  afterEach(() => clear(folder))

  async function run(parts: Partial<CopyRun> = {}): Promise<CopyRun> {
    const path = join(folder, 'film.mkv')
    const [streams, converter] = [await readStreams(ffprobe, path), await createConverterFinder(async () => ffmpeg, 2).find()]
    if (!streams) throw new Error('not read')
    const work = await conversionOf(
      { file: film(path), streams, audioIndex: undefined, fileBytes: 0, converter },
      720,
      async () => true,
    )
    if (!work) throw new Error('it needs no conversion')
    return {
      ...work,
      durationMs: 20_000,
      target: join(folder, 'copies', 'film.mp4'),
      signal: new AbortController().signal,
      whenFree: async () => {},
      onProgress: () => {},
      ...parts,
    }
  }

  it.skipIf(!canMount)('on a disk that becomes full leaves nothing behind, wherever it becomes full', async () => {
    // In the first run, and in the second, which needs the same room once more.
    for (const megabytes of [1, 8]) {
      const unmount = mountSmallDisk(join(folder, 'copies'), megabytes)
      try {
        expect(await makeCopy(await run())).toBe('no_space')
        expect(readdirSync(join(folder, 'copies'))).toEqual([])
      } finally {
        unmount()
      }
    }
  })

  it('waits while a film that is watched needs the machine', async () => {
    const free = Promise.withResolvers<void>()
    const waited = Promise.withResolvers<void>()
    let isMade = false
    const whenFree = () => {
      waited.resolve()
      return free.promise
    }
    const made = makeCopy(await run({ whenFree })).finally(() => (isMade = true))
    await waited.promise
    expect(isMade).toBe(false)
    free.resolve()
    expect(await made).toBe('made')
    expect(readdirSync(join(folder, 'copies'))).toEqual(['film.mp4'])
  })

  it('that is given up while it waits ends at once', async () => {
    const stop = new AbortController()
    const whenFree = (signal: AbortSignal) => {
      setImmediate(() => stop.abort())
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    expect(await makeCopy(await run({ whenFree, signal: stop.signal }))).toBe('stopped')
    expect(readdirSync(join(folder, 'copies'))).toEqual([])
  })
})
