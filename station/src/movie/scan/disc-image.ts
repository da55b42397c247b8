/** Whether an ISO file is the image of a film disc, and not of a program: its folders stand near its beginning. */
import { open } from 'node:fs/promises'

const firstBytes = 4 * 1024 * 1024
const folders = ['VIDEO_TS', 'BDMV'].flatMap((name) => [Buffer.from(name, 'latin1'), Buffer.from(name, 'utf16le').swap16()])

/** False, too, for a file that is gone meanwhile. */
export async function isDiscImage(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return false
  try {
    const bytes = Buffer.alloc(firstBytes)
    const { bytesRead } = await file.read(bytes, 0, firstBytes, 0)
    return folders.some((name) => bytes.subarray(0, bytesRead).includes(name))
  } finally {
    await file.close()
  }
}
