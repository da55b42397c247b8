/** Temporary uploads: a body is written to its own file first, so that only complete ones are used. */
import type { Readable } from 'node:stream'

export type TempUpload = { path: string; sizeBytes: number; sha256: string }

export class TooLarge extends Error {}

export type TempUploads = {
  /** Throws TooLarge after more than `maxBytes`. */
  spool(body: Readable, maxBytes: number): Promise<TempUpload>
  drop(tempUpload: TempUpload): Promise<void>
}
