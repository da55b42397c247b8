/** Serves the built screen page: three file names and the folder of hashed assets, nothing else. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const kinds: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const pictures: [string, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/webp', /^RIFF....WEBP/s],
]

/** The page's file for a URL path; undefined for any other path. */
export function pageFile(path: string): string | undefined {
  if (path === '/' || path === '/screen.html') return 'screen.html'
  if (path === '/mark.svg') return 'mark.svg'
  return /^\/assets\/[\w-][\w.-]*$/.test(path) ? path.slice(1) : undefined
}

/** False if the file does not exist. */
export async function sendPageFile(response: ServerResponse, webFolder: string, file: string): Promise<boolean> {
  const kind = kinds[extname(file)]
  const path = join(webFolder, file)
  const stats = await stat(path).catch(() => undefined)
  if (!kind || !stats?.isFile()) return false
  const cache = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  response.writeHead(200, { 'Content-Type': kind, 'Content-Length': stats.size, 'Cache-Control': cache })
  await pipeline(createReadStream(path), response)
  return true
}

/** Sends a poster file; refused if its first bytes are not those of an image. */
export async function sendPicture(response: ServerResponse, path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return false
  const stream = createReadStream(path)
  const first: unknown = (await stream[Symbol.asyncIterator]().next()).value
  stream.destroy()
  const head = Buffer.isBuffer(first) ? first.subarray(0, 12).toString('latin1') : ''
  const kind = pictures.find(([, mark]) => mark.test(head))?.[0]
  if (!kind) return false
  response.writeHead(200, { 'Content-Type': kind, 'Content-Length': stats.size, 'Cache-Control': 'private, max-age=86400' })
  await pipeline(createReadStream(path), response)
  return true
}
