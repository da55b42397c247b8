/** Finding ffmpeg and ffprobe. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findMediaTools } from './ffmpeg.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-tools-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

it.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'without any in the PATH the box uses those that npm brought along (linux x64)',
  async () => {
    const { ffmpeg, ffprobe } = await findMediaTools({ searchPath: '' })
    expect(ffmpeg?.version).toMatch(/\d/)
    expect(ffprobe?.version).toMatch(/\d/)
  },
)

it('one in the PATH that runs goes before them', async () => {
  const path = program('ffprobe', 'echo ffprobe version 9.9.9-home Copyright')
  const { ffprobe } = await findMediaTools({ searchPath: ['/nowhere', folder].join(delimiter) })
  expect(ffprobe).toEqual({ path, version: '9.9.9-home' })
})

it.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'the headers of many files are read by the one that npm brought along, which starts faster (linux x64)',
  async () => {
    const path = program('ffprobe', 'echo ffprobe version 9.9.9-home Copyright')
    const { quickProbe } = await findMediaTools({ searchPath: folder })
    expect(quickProbe?.path).not.toBe(path)
    expect(quickProbe).toEqual((await findMediaTools({ searchPath: '' })).ffprobe)
  },
)

it('one that does not run is passed by', async () => {
  const path = program('ffmpeg', 'exit 127')
  expect((await findMediaTools({ searchPath: folder })).ffmpeg?.path).not.toBe(path)
})
