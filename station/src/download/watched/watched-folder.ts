/** Starts what is put into the watched folder: torrent files, and text files with a link on each line. Each is renamed with what became of it. */
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { readdir, readFile, rename, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { decodeText } from '../../kit/text-encoding/decode-text.ts'

const endings = new Set(['.torrent', '.txt', '.url', '.magnet'])
const maxLinks = 990
const filesAtOnce = 20

export type WatchedFolderDeps = {
  /** The folder; undefined while it is not watched. */
  folder: () => string | undefined
  /** Starts a link, or a torrent from its bytes; throws with the reason. id: the same for the same file and line. */
  start: (what: { url: string } | { torrent: Buffer }, id: string) => Promise<void>
  warn: (line: string) => void
  onFault: (fault: unknown) => void
}

export function createWatchedFolder({ folder, start, warn, onFault }: WatchedFolderDeps) {
  /** Sizes at the last look: a file that grows is not read. */
  let sizes = new Map<string, string>()
  let isLooking = false

  async function lookNow(root: string): Promise<void> {
    const names = (await readdir(root).catch((): string[] => [])).filter((name) => endings.has(extname(name).toLowerCase()))
    const seen = new Map<string, string>()
    for (const name of names) {
      const file = await stat(join(root, name)).catch(() => undefined)
      if (!file?.isFile()) continue
      const mark = `${file.size} ${file.mtimeMs} ${file.ino}`
      seen.set(name, mark)
    }
    const still = [...seen].filter(([name, mark]) => sizes.get(name) === mark)
    sizes = seen
    for (const [name, mark] of still.slice(0, filesAtOnce)) await take(root, name, mark)
  }

  async function take(root: string, name: string, mark: string): Promise<void> {
    const path = join(root, name)
    try {
      if ((await stat(path)).size > torrentMaxBytes) throw new Error('it is too large')
      const bytes = await readFile(path)
      const id = `watched ${path} ${mark}`
      if (extname(name).toLowerCase() === '.torrent') await start({ torrent: bytes }, id)
      else await startLinks(decodeText(bytes), id)
      await rename(path, `${path}.added`)
    } catch (error) {
      warn(`${name} in the watched folder was not started: ${error instanceof Error ? error.message : String(error)}`)
      await rename(path, `${path}.failed`)
    }
    sizes.delete(name)
  }

  /** The others are started though one cannot be. */
  async function startLinks(text: string, id: string): Promise<void> {
    const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/^URL=/i, ''))
    const links = lines.filter((line) => line !== '' && !/^[#[]/.test(line)).slice(0, maxLinks)
    if (links.length === 0) throw new Error('there is no link in it')
    const failures: string[] = []
    for (const [at, url] of links.entries())
      await start({ url }, `${id} ${at}`).catch((error: unknown) => failures.push(`line ${at + 1}: ${String(error)}`))
    if (failures.length > 0) throw new Error(failures.slice(0, 5).join('; '))
  }

  return {
    async look(): Promise<void> {
      const root = folder()
      if (root === undefined || isLooking) return
      isLooking = true
      await lookNow(root)
        .catch(onFault)
        .finally(() => (isLooking = false))
    },
  }
}
