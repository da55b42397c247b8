/** The container's entry and its compose files; the image itself is built and run in `npm run soak` (e2e/container.soak.ts). */
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isRoot = process.getuid?.() === 0
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-entry-'))
  await chmod(folder, 0o755)
  // Stands for Homeport: says who it is, and writes where Homeport writes.
  await mkdir(path.join(folder, 'bin'))
  const program = '#!/bin/sh\necho "$(id -u):$(id -g) $HOME $*"\ntouch "$HOMEPORT_DATA/kept" "${HOMEPORT_DOWNLOADS%%:*}/film"\n'
  await writeFile(path.join(folder, 'bin', 'node'), program, { mode: 0o755 })
})
afterEach(() => rm(folder, { recursive: true }))

function enter(settings: Record<string, string>): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('sh', [path.join(root, 'scripts/container/entry.sh'), 'start.mjs', 'a b'], {
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
      HOMEPORT_DATA: path.join(folder, 'data'),
      HOMEPORT_DOWNLOADS: `${path.join(folder, 'one')}:${path.join(folder, 'two films')}`,
      ...settings,
    },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe.skipIf(!isRoot)(`the entry of the container${isRoot ? '' : ' (skipped: not root)'}`, () => {
  test('runs Homeport as PUID and PGID, and what it writes belongs to them, what was there before too', async () => {
    await mkdir(path.join(folder, 'data'))
    await writeFile(path.join(folder, 'data', 'old'), '')
    expect(enter({ PUID: '4021', PGID: '4022' })).toEqual({
      status: 0,
      stdout: `4021:4022 ${path.join(folder, 'data')} start.mjs a b\n`,
      stderr: '',
    })
    for (const name of ['data', 'data/old', 'data/kept', 'one', 'one/film', 'two films'])
      expect(await stat(path.join(folder, name)), name).toMatchObject({ uid: 4021, gid: 4022 })
  })

  test('leaves the owner of files in a download folder alone', async () => {
    await mkdir(path.join(folder, 'one'))
    await writeFile(path.join(folder, 'one', 'mine'), '')
    expect(enter({ PUID: '4021', PGID: '4022' }).status).toBe(0)
    expect(await stat(path.join(folder, 'one', 'mine'))).toMatchObject({ uid: 0 })
  })

  test.each([
    ['PUID', 'me'],
    ['PUID', ''],
    ['PGID', '-1'],
    ['PGID', '1 0'],
  ])('says that %s="%s" is no number, and starts nothing', (name, value) => {
    const { status, stdout, stderr } = enter({ PUID: '1000', PGID: '1000', [name]: value })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toBe(`${name} is "${value}"; set it to the number of a user or group, as \`id\` prints it.\n`)
  })
})

test('every setting that the image and the compose files name is one of docs/operating.md', async () => {
  const documented = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  for (const file of ['Containerfile', 'compose.yaml', 'compose.cloud.yaml']) {
    const text = (await readFile(path.join(root, file), 'utf8')).replaceAll(/^\s*#.*$/gm, '')
    const names = [...new Set(text.match(/\b(?:HOMEPORT|TMDB|OPENSUBTITLES)_[A-Z_]+|\b[A-Z]+_URL\b|\bP[UG]ID\b/g))]
    expect(names.length, file).toBeGreaterThan(1)
    for (const name of names) expect(documented, `${name} of ${file}`).toMatch(new RegExp(`\\b${name}\\b`))
  }
})
