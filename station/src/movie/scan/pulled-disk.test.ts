/** A disk that is pulled while it is scanned has lost none of its films. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createScan, type ScanDeps } from './scan.ts'

const nothing = async () => []
const film = { file_id: 'film', film_id: 'film', size: 1, modified_at: 0, inode: '1:1', part: 0, season: null, episode: null }

it.each([
  ['in the middle of its walk', true, []],
  ['not at all, and whose film was deleted', false, ['film']],
])('S147: of a disk that is pulled %s', async (_, isPulled, dropped) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'homeport-pulled-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'Harbour'))
  const files: string[] = []
  const beside: string[] = []
  const scan = createScan({
    store: {
      // The walk is over, and met no film.
      under: async () => {
        if (isPulled) rmSync(root, { recursive: true })
        return [{ path: join(root, 'Harbour', 'film.mkv'), ...film }]
      },
      byInodes: nothing,
      add: async () => {},
      move: async () => {},
      drop: async (some) => void files.push(...some.map(({ file_id }) => file_id)),
      besideUnder: async (path) => (beside.push(path), []),
      keepBeside: async () => {},
      keepUnreadable: async () => {},
      unreadableUnder: nothing,
      inodeIn: async () => '1:1',
    } satisfies ScanDeps['store'],
    roots: [root],
    beforeScan: async () => {},
    claimOf: async () => undefined,
    now: () => 0,
    elapsed: () => 0,
    later: () => () => {},
    onChange: () => {},
    onFault: (fault) => {
      throw fault
    },
    warn: () => {},
  })
  await scan.scan([root])
  await scan.stop()
  expect(files).toEqual(dropped)
  expect(beside).toEqual(isPulled ? [] : [root])
})
