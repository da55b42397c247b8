/** Finds the external programs that the station uses on this machine; tests and benches use the same. */
import { findAria2, packagedAria2 } from '../download/aria2/program.ts'
import { findMediaTools } from '../shared/ffmpeg.ts'

export type Programs = {
  /** Path or name of the program; undefined if none starts. */
  aria2: string | undefined
  ffmpeg: string | undefined
  ffprobe: string | undefined
}

/** Reads ARIA2 and PATH of the given environment. */
export async function findPrograms(env: Record<string, string | undefined>): Promise<Programs> {
  const searchPath = env.PATH ?? ''
  const [{ program }, { ffmpeg, ffprobe }] = await Promise.all([
    findAria2({ configured: env.ARIA2 ?? '', searchPath, packaged: packagedAria2() }),
    findMediaTools({ searchPath }),
  ])
  return { aria2: program?.command, ffmpeg: ffmpeg?.path, ffprobe: ffprobe?.path }
}
