/** Sends a file over HTTP, whole or in ranges. */
import { createReadStream } from 'node:fs'
import { stat, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, kind }: { path: string | Buffer; kind: string },
): Promise<void> {
  const { size } = await stat(path)
  await sendRange(request, response, { size, kind, read: (from, to) => createReadStream(path, { start: from, end: to }) })
}

/** A file that was opened before; it is closed at the end. */
export async function sendOpened(
  request: IncomingMessage,
  response: ServerResponse,
  { file, kind }: { file: FileHandle; kind: string },
): Promise<void> {
  try {
    const { size } = await file.stat()
    const read = (start: number, end: number) => file.createReadStream({ start, end, autoClose: false })
    await sendRange(request, response, { size, kind, read })
  } finally {
    await file.close()
  }
}

/** read: the bytes from the one to the other, both included. */
export async function sendRange(
  request: IncomingMessage,
  response: ServerResponse,
  { size, kind, read }: { size: number; kind: string; read: (from: number, to: number) => Readable },
): Promise<void> {
  const range = rangeOf(request.headers.range, size)
  if (range === 'wrong') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end()
    return
  }
  const { from, to } = range ?? { from: 0, to: size - 1 }
  const headers = {
    'Content-Type': kind,
    'Content-Length': to - from + 1,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
  }
  response.writeHead(range ? 206 : 200, range ? { ...headers, 'Content-Range': `bytes ${from}-${to}/${size}` } : headers)
  if (request.method === 'HEAD' || size === 0) return void response.end()
  await pipeline(read(from, to), response)
}

/** A single range only, as players request; undefined: the whole file. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'wrong' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const to = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return from > to ? 'wrong' : { from, to }
}
