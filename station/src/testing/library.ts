/** For tests: a library in folders of its own, with films made by ffmpeg. */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import type { Task } from '@homeport/contract/download/download.ts'
import { findMediaTools } from '../shared/ffmpeg.ts'
import { later } from '@homeport/contract/kit/later.ts'
import { createEventBus } from '../shared/event-bus.ts'
import { openMovies, type Claim } from '../movie/open.ts'
import { openTestDb } from './db.ts'

export const tools = findMediaTools({ searchPath: process.env.PATH ?? '' })
const made = new Map<string, string>()

/** A clip of 320 × 180 with sound, made by ffmpeg once per run. */
export async function clip({ seconds = 1, suffix = 'mkv', size = '320x180' } = {}): Promise<string> {
  const key = `${seconds}-${size}.${suffix}`
  const before = made.get(key)
  if (before) return before
  const { ffmpeg } = await tools
  if (!ffmpeg) throw new Error('no ffmpeg')
  const path = join(mkdtempSync(join(os.tmpdir(), 'homeport-clip-')), key)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=10:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=d=${seconds}`]
  const codecs = suffix === 'avi' ? ['-c:v', 'mpeg4', '-c:a', 'mp3'] : ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
  execFileSync(ffmpeg.path, ['-v', 'error', '-y', ...picture, ...sound, ...codecs, '-shortest', path])
  made.set(key, path)
  return path
}

/** Runs ahead, so that new files already count as finished. */
const clockAhead = { now: () => Date.now() + 60_000, later }

export type TestLibrary = Awaited<ReturnType<typeof openTestLibrary>>

/** clock: that a test moves, or one that runs ahead. */
export async function openTestLibrary({
  clock = clockAhead,
  folder = mkdtempSync(join(os.tmpdir(), 'homeport-library-')),
  more = [] as string[],
} = {}) {
  const root = join(folder, 'films')
  mkdirSync(root, { recursive: true })
  mkdirSync(join(folder, 'station'), { recursive: true })
  const faults: unknown[] = []
  const printed: string[] = []
  const claims = new Map<string, Claim>()
  const events = createEventBus()
  const db = await openTestDb(join(folder, 'station', 'station.db'))
  const movies = openMovies({
    db,
    folder: join(folder, 'station'),
    roots: [root, ...more],
    tools,
    claimOf: async (path) => claims.get(path),
    events: events,
    ...clock,
    elapsed: clock.now,
    onFault: (fault) => faults.push(fault),
    warn: (line) => printed.push(line),
  })
  return {
    folder,
    root,
    db,
    movies,
    claims,
    faults,
    printed,
    /** Puts a file below the root that already counts as finished. */
    put(from: string, ...names: string[]): string {
      const path = join(root, ...names)
      mkdirSync(dirname(path), { recursive: true })
      copyFileSync(from, path)
      utimesSync(path, 1_600_000_000, 1_600_000_000)
      return path
    },
    done: (task: Task) => events.emit('task', { task: { ...task, is_done: true }, isState: true }),
    titles: async () => (await movies.list(99, 0)).data.map(({ title }) => title).toSorted(),
    async stop({ isKept = false } = {}): Promise<void> {
      await movies.stop()
      await db.destroy()
      if (!isKept) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As a user to whom permissions apply; what the box does beside it, such as drawing pictures, is this user's too. */
export async function workAsNobody<T>(
  { folder, root }: Pick<TestLibrary, 'folder' | 'root'>,
  work: () => Promise<T>,
): Promise<T> {
  const isRoot = process.getuid?.() === 0
  for (const path of [folder, root]) chmodSync(path, 0o755)
  execFileSync('chmod', ['-R', 'a+rwX', join(folder, 'station')])
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
