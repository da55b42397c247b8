/** The limits of one torrent, which the program keeps itself. */
import type { JobLimits } from '../engine/engine.ts'
import type { Api } from './client.ts'

/** Bytes a second, 0: none. */
export async function limitSpeeds(
  api: Api,
  hash: string,
  { down_limit, up_limit }: Pick<JobLimits, 'down_limit' | 'up_limit'>,
): Promise<void> {
  await api.post('torrents/setDownloadLimit', { hashes: hash, limit: down_limit })
  await api.post('torrents/setUploadLimit', { hashes: hash, limit: up_limit })
}
