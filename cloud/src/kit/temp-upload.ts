/** A body that was written to a file of its own before anybody uses it, so that only whole ones come in. */
import type { Readable } from 'node:stream'

export type TempUpload = { path: string; sizeBytes: number; sha256: string }

export class TooLarge extends Error {}

export type TempUploads = {
  /** Throws TooLarge once more than `maxBytes` came. */
  spool(body: Readable, maxBytes: number): Promise<TempUpload>
  drop(spooled: TempUpload): Promise<void>
}
