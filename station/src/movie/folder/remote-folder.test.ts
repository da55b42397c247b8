/** Which folders of the library other machines write to, with a real file system in user space. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clear, testFolder } from '../../testing/downloads.ts'
import { isRemoteFolder } from './rescan.ts'

function folderWith(...inner: string[]): string {
  const folder = testFolder()
  onTestFinished(() => clear(folder))
  for (const name of inner) mkdirSync(join(folder, name), { recursive: true })
  return folder
}

/** False where this machine cannot mount. */
function mount(source: string, point: string): boolean {
  const isMounted = spawnSync('bindfs', [source, point]).status === 0
  if (isMounted) onTestFinished(() => void spawnSync('fusermount', ['-u', '-z', point]))
  return isMounted
}

const canMount = (() => {
  const folder = testFolder()
  for (const name of ['a', 'b']) mkdirSync(join(folder, name))
  const isMounted = spawnSync('bindfs', [join(folder, 'a'), join(folder, 'b')]).status === 0
  if (isMounted) spawnSync('fusermount', ['-u', join(folder, 'b')])
  clear(folder)
  return isMounted
})()

describe.skipIf(!canMount)(`a share of another machine${canMount ? '' : ' (skipped: no bindfs, or no right to mount)'}`, () => {
  it.each(['share', 'My films/from the NAS'])('is told where it is the folder, and where it lies in it: %s', async (name) => {
    const folder = folderWith('library', 'source', join('library', name))
    writeFileSync(join(folder, 'source', 'film.mkv'), 'film')
    expect(await isRemoteFolder(join(folder, 'library'))).toBe(false)
    expect(mount(join(folder, 'source'), join(folder, 'library', name))).toBe(true)
    expect(await isRemoteFolder(join(folder, 'library', name))).toBe(true)
    expect(await isRemoteFolder(join(folder, 'library'))).toBe(true)
    expect(await isRemoteFolder(join(folder, 'source'))).toBe(false)
  })
})

it('a folder of this machine is no share, nor is one that is away', async () => {
  const folder = folderWith('library')
  expect(await isRemoteFolder(join(folder, 'library'))).toBe(false)
  expect(await isRemoteFolder(join(folder, 'away'))).toBe(false)
})
