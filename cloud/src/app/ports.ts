/** Opens what the features are given: rate limits, uploads, pictures, mail and SMS. */
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import { openLimits, type Limits } from '../kit/rate-limit.ts'
import { openSender, type Sender } from '../kit/mail/sender.ts'
import { createPictures, type Pictures } from '../media/pictures.ts'
import { openUploads, type Uploads } from '../media/uploads.ts'
import type { CloudConfig } from './config.ts'

export type Ports = { limits: Limits; uploads: Uploads; pictures: Pictures; sender: Sender }

export async function openPorts(
  config: CloudConfig,
  { now, log, undo }: { now: () => number; log: Log; undo: (() => Promise<unknown>)[] },
): Promise<Ports> {
  const folder = join(config.dataFolder, 'cloud')
  const limits = await openLimits(config.databaseUrl)
  undo.push(() => limits.stop())
  const uploads = await openUploads(config.uploadsUrl, { folder: join(folder, 'blobs'), spoolFolder: join(folder, 'spool') })
  undo.push(() => uploads.stop())
  const sender = openSender({ smsUrl: config.smsUrl, smtp: config.smtp, file: join(folder, 'outbox.jsonl'), now, log })
  undo.push(() => sender.stop())
  return { limits, uploads, pictures: createPictures(uploads), sender }
}
