/** Folders of the library that other machines write to: no event tells what they change, so they are scanned again and again. */
import { readFile, realpath, statfs } from 'node:fs/promises'
import { sep } from 'node:path'

/** A large folder is not scanned again before so many times as long as its last scan took. */
const restPerScan = 9
/** File systems of which no event comes where another machine writes: nfs, smb (three), fuse (sshfs, rclone), 9p, ceph, afs, vboxsf. From the kernel's magic.h. */
const remoteTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x786f4256])

/** Also where a share is mounted somewhere below it. False where it is not there. */
export async function isRemoteFolder(path: string): Promise<boolean> {
  for (const one of [path, ...(await mountsBelow(path))]) {
    const disk = await statfs(one).catch(() => undefined)
    if (disk && remoteTypes.has(disk.type)) return true
  }
  return false
}

/** Linux alone tells; [] elsewhere. */
async function mountsBelow(path: string): Promise<string[]> {
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const below = `${await realpath(path).catch(() => path)}${sep}`
  const points = table.split('\n').map((line) => withoutEscapes(line.split(' ')[4] ?? ''))
  return points.filter((point) => point.startsWith(below))
}

/** Blanks and line ends are written in octal there. */
function withoutEscapes(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
}

type Rescan = (root: string, urgent: boolean) => Promise<void>

/** urgent: it does not rest. */
export function createRescan(now: () => number, look: (paths: readonly string[]) => Promise<void>): Rescan {
  const restsUntil = new Map<string, number>()
  return async (root, urgent) => {
    if (!urgent && now() < (restsUntil.get(root) ?? 0)) return
    const begin = now()
    restsUntil.set(root, Infinity)
    await look([root])
    restsUntil.set(root, now() + restPerScan * (now() - begin))
  }
}
