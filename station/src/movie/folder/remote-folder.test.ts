/** Which folders of the library other machines write to, with a real file system in user space. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canMountShare, mountShare, unmount, whyNoShare } from '../../testing/disk.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { isRemoteFolder } from './rescan.ts'

function folderWith(...inner: string[]): string {
  const folder = testFolder()
  onTestFinished(() => clear(folder))
  for (const name of inner) mkdirSync(join(folder, name), { recursive: true })
  return folder
}

describe.skipIf(!canMountShare)(`a share of another machine${whyNoShare}`, () => {
  it.each(['share', 'My films/from the NAS'])('is told where it is the folder, and where it lies in it: %s', async (name) => {
    const folder = folderWith('library', 'source', join('library', name))
    writeFileSync(join(folder, 'source', 'film.mkv'), 'film')
    expect(await isRemoteFolder(join(folder, 'library'))).toBe(false)
    onTestFinished(() => unmount(join(folder, 'library', name)))
    expect(mountShare(join(folder, 'source'), join(folder, 'library', name))).toBe(true)
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
