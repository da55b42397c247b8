/** Folders of the library that other machines write to: no event tells what they change, so they are scanned again and again. */
import { statfs } from 'node:fs/promises'

/** A large folder is not scanned again before so many times as long as its last scan took. */
const restPerScan = 9
/** File systems of which no event comes where another machine writes: nfs, smb (three), fuse (sshfs, rclone), 9p, ceph, afs, vboxsf. From the kernel's magic.h. */
const remoteTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x786f4256])

/** False where it is not there. */
export async function isRemoteFolder(path: string): Promise<boolean> {
  const disk = await statfs(path).catch(() => undefined)
  return disk !== undefined && remoteTypes.has(disk.type)
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
