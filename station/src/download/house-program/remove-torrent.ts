/** Takes a torrent out of the program, with the files that are of no use without it; all others stay. */
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Driver, HouseTorrent } from './driver.ts'
import { isNeighbour } from './neighbour-files.ts'

export async function removeTorrent(driver: Driver, hash: string, torrent: HouseTorrent): Promise<void> {
  const neighbours = driver.writesNeighbours ? (await driver.files(hash)).filter(({ name }) => isNeighbour(name, hash)) : []
  await driver.remove(hash)
  for (const path of driver.leftOvers(hash, torrent)) await rm(path, { force: true })
  for (const { name } of neighbours) {
    const path = join(torrent.folder, name)
    await rm(path, { force: true })
    // Its folder may be there for it alone; one that holds something else stays.
    await rmdir(dirname(path)).catch(() => {})
  }
}
