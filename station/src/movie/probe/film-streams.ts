/** Which stream of a file is the film: kept from its probe until its picture is drawn, so that the file is not read twice. */
import type { MediaTools } from '../../shared/ffmpeg.ts'
import { probeQuickly } from './probe.ts'
import type { FilmFileRow } from '../film/film-row.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'

/** A whole library at its first scan; of what is forgotten, and after a restart of the box, a file is probed again. */
const maxKept = 50_000

export type FilmStreams = ReturnType<typeof createFilmStreams>

export function createFilmStreams(tools: Promise<MediaTools>) {
  const streams = new Map<string, number>()
  return {
    keep(file_id: string, stream: number): void {
      streams.set(file_id, stream)
      dropOldest(streams, maxKept)
    },
    /** undefined: no film, or nothing that tells. */
    async of({ file_id, path }: Pick<FilmFileRow, 'file_id' | 'path'>): Promise<number | undefined | 'late'> {
      const { ffprobe } = await tools
      const cached = streams.get(file_id)
      if (cached !== undefined || !ffprobe) return cached
      const probed = await probeQuickly(ffprobe, path)
      return probed.kind === 'late' ? 'late' : probed.kind === 'film' ? probed.stream : undefined
    },
  }
}
