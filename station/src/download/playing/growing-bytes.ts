/** Reads a file that still grows, in order: never what is not there, and waits for more. */
import type { FileHandle } from 'node:fs/promises'
import type { PartView } from '../engine/part-view.ts'

const readBytes = 256 * 1024

/** The download was stopped, or its file is gone or another one. */
export class Interrupted extends Error {}

/** part undefined: the file is complete. */
export type OpenedPart = { file: FileHandle; part: PartView | undefined }

/** end is exclusive. openPart: again when the download was interrupted and goes on. */
export async function* growingBytes(
  openPart: () => Promise<OpenedPart>,
  { from, end, signal }: { from: number; end: number; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  let at = from
  let opened = await openPart()
  try {
    while (at < end) {
      const { file, part } = opened
      const to = Math.min(end, part ? part.thereTo(at) : end, at + readBytes)
      if (to > at) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(to - at), 0, to - at, at)
        if (bytesRead === 0) throw new Interrupted('the file is shorter than it was')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      } else if (part?.state() === 'growing') {
        const changed = part.changed()
        // It may have come before this was registered.
        if (part.thereTo(at) > at) continue
        part.want(at)
        await untilAborted(changed, signal)
      } else {
        opened = await reopened(opened, openPart)
      }
    }
  } finally {
    await opened.file.close()
  }
}

/** Only where it is still the same file, and something may come. */
async function reopened({ file, part }: OpenedPart, openPart: () => Promise<OpenedPart>): Promise<OpenedPart> {
  const next = await openPart()
  if (next.part === undefined || (next.part !== part && next.part.isContinued)) {
    await file.close()
    return next
  }
  await next.file.close()
  throw new Interrupted('the download was stopped')
}

async function untilAborted(changed: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([changed, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
