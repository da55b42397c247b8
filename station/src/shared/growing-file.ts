/** A file that is watched while it loads: it has an address on this machine instead of a path, where players and ffmpeg read what is there and wait for more. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** send: whole or in ranges. onDisk: where it is now, or the folder in which it grows; undefined if it is gone. */
export type GrowingFile = {
  address: string
  size: number
  onDisk: () => Promise<string | undefined>
  send: (request: IncomingMessage, response: ServerResponse, kind: string) => Promise<void>
}

/** Paths are absolute: none begins like this. */
export const isGrowing = (path: string): boolean => path.startsWith('http://')

/** For ffmpeg and ffprobe. The prefix file: keeps a name from being read as a URL or an option. */
export const toolInput = (path: string): string => (isGrowing(path) ? path : `file:${path}`)

/** Before -i: no proxy of the environment is between this machine and itself. */
export const toolInputArgs = (path: string): string[] => (isGrowing(path) ? ['-http_proxy', 'none'] : [])
