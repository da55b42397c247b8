/** Pictures of the film database's image host, fetched once each while the program runs. */
import type { MediaTools } from '../../shared/ffmpeg.ts'
import type { DatabaseClient } from '../tmdb/client.ts'
import { keepFetched } from './fetched-picture.ts'
import { findPoster } from '../picture/picture.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'

/** Sizes of the image host, with the width in pixels. */
const sizes = {
  poster: { size: 'w500', width: 500 },
  backdrop: { size: 'w1280', width: 1280 },
  photo: { size: 'w185', width: 185 },
  candidate: { size: 'w185', width: 185 },
  still: { size: 'w300', width: 300 },
} as const
const maxRemembered = 10_000

export type DatabasePictures = ReturnType<typeof databasePictures>

export function databasePictures({
  client,
  folder,
  tools,
}: {
  client: Pick<DatabaseClient, 'picture'>
  folder: string
  tools: Promise<MediaTools>
}) {
  const remembered = new Map<string, string>()

  /** '' if there is no such picture, or none that can be used. */
  async function picture(kind: keyof typeof sizes, path: string, signal: AbortSignal): Promise<string> {
    if (path === '') return ''
    const { size, width } = sizes[kind]
    const key = `${size}${path}`
    const before = remembered.get(key)
    if (before !== undefined && (before === '' || (await findPoster(folder, before)) !== undefined)) return before
    const bytes = await client.picture(path, { size, signal })
    const id = bytes ? await keepFetched(bytes, { folder, tools, width }) : ''
    remembered.set(key, id)
    dropOldest(remembered, maxRemembered)
    return id
  }

  return { picture }
}
