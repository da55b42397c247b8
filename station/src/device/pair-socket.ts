/** The socket of `npm run pair`: each connection gets one line of JSON {devsn, code}. It is also the lock that keeps a second station off the folder. */
import { FolderTaken, lockFolder } from '@homeport/contract/kit/program/folder-lock.ts'
import { SettingError } from '../kit/setting-error.ts'

/** say: waits until a code would work, if that is soon. Throws SettingError if another station already answers on this socket. */
export async function openPairSocket(
  path: string,
  currentCode: () => Promise<{ devsn: string; code: string }>,
): Promise<{ stop(): Promise<void> }> {
  try {
    return await lockFolder(path, (socket) => {
      currentCode().then(
        (pairing) => socket.end(`${JSON.stringify(pairing)}\n`),
        () => socket.destroy(),
      )
    })
  } catch (error) {
    if (error instanceof FolderTaken)
      throw new SettingError(
        `A station already runs on this folder (${path} answers); stop it first, or set HOMEPORT_DATA to another folder.`,
      )
    const why = error instanceof Error ? error.message : String(error)
    throw new SettingError(
      `The socket ${path} cannot be made (${why}); set HOMEPORT_DATA to a writable folder with a short path.`,
    )
  }
}
