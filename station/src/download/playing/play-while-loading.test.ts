/** Issue 16: a video behind a link plays while it loads; the engine, ffmpeg and ffprobe are the real ones, the server is slow. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MediaFile, TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import * as z from 'zod/mini'
import { beforeAll, describe, expect, test } from 'vitest'
import { probe } from '../../movie/probe/probe.ts'
import { setUpDownloads, testFolder } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { tools } from '../../testing/library.ts'
import { ffmpeg, makeFilm } from '../../testing/tv.ts'

const seconds = 40
const picturesPerSecond = 24
const Files = z.object({ paths: z.array(MediaFile) })

/** `npm run soak` runs all; whole films on the TV are in app/tv-loading.test.ts. */
const isSoak = process.env.SOAK === '1'

describe.skipIf(ffmpeg === '')('a link that plays while it loads', () => {
  /** The index of the one is at its beginning, of the other at its end. */
  const films: Record<'first' | 'last', Buffer> = { first: Buffer.alloc(0), last: Buffer.alloc(0) }
  const fixture = setUpDownloads({
    isVideo: async (address) => {
      const { ffprobe } = await tools
      return ffprobe !== undefined && (await probe(ffprobe, address)).kind === 'film'
    },
  })

  beforeAll(() => {
    const folder = testFolder()
    const video = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-qp', '4']
    for (const [name, audio] of [
      ['first', ['aac', '-movflags', '+faststart']],
      ['last', ['aac']],
    ] as const) {
      makeFilm(join(folder, `${name}.mp4`), { seconds, video, audio: [...audio] })
      films[name] = readFileSync(join(folder, `${name}.mp4`))
    }
  })

  const share = (task: Task): number => task.down_size / task.total_size

  /** Loads from a server that sends so much a second over each connection, until it can be played. */
  async function load(film: Buffer, bytesPerSecond: number) {
    const box = await fixture.open()
    const server = await fixture.serve({ '/A.Harbour.2019.mp4': { body: film } }, { bytesPerSecond })
    const id = await fixture.start(`${server.url}/A.Harbour.2019.mp4`)
    await until('it can be played', async () => (await box.task(id)).can_play)
    const at = share(await box.task(id))
    const { paths } = Files.parse((await box.act('get_media_files', { task_id: id })).data)
    const address = (await box.downloads.media.mediaFile(paths[0]?.url ?? '')) ?? ''
    return { box, server, id, at, paths, address }
  }

  const get = (address: string, from: number, to: number) => fetch(address, { headers: { range: `bytes=${from}-${to}` } })

  test.runIf(isSoak).each(['first', 'last'] as const)(
    'the whole film, index %s: begun before a third is there, over its end',
    async (index) => {
      const film = films[index]
      const { box, id, server, at, paths, address } = await load(film, 400_000)
      expect(film.length).toBeGreaterThan(5_000_000)
      expect(at).toBeLessThan(1 / 3)
      expect(paths).toMatchObject([{ url: `${id}/1`, name: 'A.Harbour.2019.mp4', file_size: film.length }])
      const response = await fetch(address)
      expect(response.headers.get('content-length')).toBe(String(film.length))
      expect((await box.task(id)).is_done).toBe(false)
      const chunks: Buffer[] = []
      for await (const chunk of response.body ?? []) {
        chunks.push(Buffer.from(chunk))
        if (Buffer.concat(chunks).length > film.length / 2) server.hurry()
      }
      expect(Buffer.concat(chunks).equals(film)).toBe(true)
      await fixture.isDone(id)
      // The same address afterwards: the file was moved out.
      expect(Buffer.from(await (await get(address, 1000, 1999)).arrayBuffer()).equals(film.subarray(1000, 2000))).toBe(true)
      expect((await box.task(id)).can_play).toBe(false)
      expect(box.read('A.Harbour.2019.mp4')?.equals(film)).toBe(true)
    },
  )

  test('a seek makes the engine fetch from there', async () => {
    const film = films.first
    const { box, id, server, address } = await load(film, 250_000)
    const from = Math.floor(film.length * 0.7)
    const bytes = Buffer.from(await (await get(address, from, from + 99_999)).arrayBuffer())
    expect(bytes.equals(film.subarray(from, from + 100_000))).toBe(true)
    expect(share(await box.task(id))).toBeLessThan(0.7)
    server.hurry()
    await fixture.isDone(id)
    expect(box.read('A.Harbour.2019.mp4')?.equals(film)).toBe(true)
  })

  test.runIf(isSoak)('ffmpeg reads it to its last picture', async () => {
    const { box, id, server, address } = await load(films.last, 400_000)
    const child = spawn(ffmpeg, [
      '-v',
      'error',
      '-http_proxy',
      'none',
      '-i',
      address,
      '-map',
      '0:v:0',
      '-f',
      'framecrc',
      'pipe:1',
    ])
    const lines: string[] = []
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
    await until('the first picture', () => lines.join('').includes('\n0,'))
    expect((await box.task(id)).is_done).toBe(false)
    server.hurry()
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    const pictures = lines
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('0,'))
    expect(pictures).toHaveLength(seconds * picturesPerSecond)
  })

  test.runIf(isSoak)('a stopped one plays as far as it is there, and never what is not', async () => {
    const film = films.first
    const { box, id, address } = await load(film, 100_000)
    const response = await fetch(address)
    const chunks: Buffer[] = []
    const reading = (async () => {
      for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk))
    })().catch((error: unknown) => error)
    await until('some was sent', () => chunks.length > 0)
    await box.act('stop_task', { task_id: id })
    expect(await reading).toBeInstanceOf(Error)
    const sent = Buffer.concat(chunks)
    expect(sent.length).toBeLessThan(film.length)
    expect(sent.equals(film.subarray(0, sent.length))).toBe(true)
    expect(await box.task(id)).toMatchObject({ status: TaskStatus.stop, can_play: true })
  })

  test('nobody reads it without its address, and a removed one is gone', async () => {
    const { box, id, address } = await load(films.first, 250_000)
    const url = new URL(address)
    expect((await fetch(`${url.origin}/`)).status).toBe(404)
    expect((await fetch(`${url.origin}/${'A'.repeat(32)}/A.Harbour.2019.mp4`)).status).toBe(404)
    await box.act('remove_task_and_file', { task_id: id, files: 1 })
    expect(await box.downloads.media.mediaFile(`${id}/1`)).toBeUndefined()
    expect(await box.downloads.media.growing(address)?.onDisk()).toBeUndefined()
  })
})
