/** Takes a torrent out of the program, with the files that are of no use without it; all others stay. */
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isComplete, type Driver, type HouseTorrent } from './driver.ts'
import { isNeighbour } from './neighbour-files.ts'

export async function removeTorrent(driver: Driver, hash: string, torrent: HouseTorrent): Promise<void> {
  const hidden = await hiddenFiles(driver, hash, torrent)
  await driver.remove(hash)
  for (const path of driver.leftOvers(hash, torrent)) await rm(path, { force: true })
  await drop(hidden)
}

/** The program keeps it, paused. Once it is whole, the hidden files are of no use: they served the pieces of others. */
export async function endTorrent(driver: Driver, hash: string, torrent: HouseTorrent): Promise<void> {
  if (!torrent.isStopped) await driver.pause(hash)
  if (isComplete(torrent)) await drop(await hiddenFiles(driver, hash, torrent))
}

/** Paths. */
async function hiddenFiles(driver: Driver, hash: string, { folder }: HouseTorrent): Promise<string[]> {
  if (!driver.writesNeighbours) return []
  return (await driver.files(hash)).filter(({ name }) => isNeighbour(name, hash)).map(({ name }) => join(folder, name))
}

async function drop(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await rm(path, { force: true })
    // Its folder may be there for it alone; one that holds something else stays.
    await rmdir(dirname(path)).catch(() => {})
  }
}
