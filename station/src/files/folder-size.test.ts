/** Sizes of folders, with a disk that holds what no test would write. */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { sizeBelow } from './folder-size.ts'

vi.mock('node:fs/promises')

const entry = (name: string, isFolder: boolean): Partial<Dirent<Buffer>> => ({
  name: Buffer.from(name),
  isDirectory: () => isFolder,
  isFile: () => !isFolder,
})

it('a folder of 200,000 folders is counted whole', async () => {
  const inside = Array.from({ length: 200_000 }, (_, at) => entry(String(at), true))
  vi.mocked(readdir).mockImplementation(async (folder) => {
    const entries = String(folder) === '/disk' ? [...inside, entry('a file', false)] : []
    // NOTE: of the overloads of readdir only the one with entries of bytes is used.
    return entries as Awaited<ReturnType<typeof readdir>>
  })
  vi.mocked(lstat).mockResolvedValue({ size: 7 } as Awaited<ReturnType<typeof lstat>>)
  expect(await sizeBelow(Buffer.from('/disk'), Infinity)).toBe(7)
  expect(await sizeBelow(Buffer.from('/disk'))).toBe(null)
})
