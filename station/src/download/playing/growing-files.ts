/** Videos of links that play while they load: each has a secret address on this machine, also for ffmpeg, and stays readable there when it is complete. */
import { randomBytes } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { GrowingFile } from '../../shared/growing-file.ts'
import { sendRange } from '../../kit/send-file.ts'
import type { PartView } from '../engine/part-view.ts'
import type { TaskRow } from '../table/store.ts'
import { growingBytes, Interrupted } from './growing-bytes.ts'
import { createPartialFilePaths, type PartialFilePathsDeps } from './partial-file-paths.ts'

const unknownKind = 'application/octet-stream'

export type GrowingFiles = ReturnType<typeof createGrowingFiles>
export type GrowingFilesDeps = PartialFilePathsDeps & { onFault: (fault: unknown) => void }
type Entry = GrowingFile & { task_id: string; path: string }

export function createGrowingFiles({ onFault, ...parts }: GrowingFilesDeps) {
  const paths = createPartialFilePaths(parts)
  const byTask = new Map<string, Entry>()
  const server = http.createServer((request, response) => void respond(request, response))
  let listening: Promise<number> | undefined
  const stopping = new AbortController()

  function listen(): Promise<number> {
    listening ??= new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => resolve(portNow()))
    })
    return listening
  }

  function portNow(): number {
    const address = server.address()
    return address && typeof address === 'object' ? address.port : 0
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = [...byTask.values()].find(({ path }) => path === request.url)
    if (!entry) return void response.writeHead(404).end()
    await entry.send(request, response, unknownKind).catch(onFault)
  }

  async function send(
    task_id: string,
    size: number,
    { request, response, kind }: { request: IncomingMessage; response: ServerResponse; kind: string },
  ) {
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const signal = AbortSignal.any([closed.signal, stopping.signal])
    const read = (from: number, to: number) =>
      Readable.from(
        growingBytes(() => paths.open(task_id, size, signal), { from, end: to + 1, signal }),
        { objectMode: false },
      )
    try {
      await sendRange(request, response, { size, kind, read })
    } catch (error) {
      response.destroy()
      // A player leaves a connection for each seek.
      if (!(error instanceof Interrupted) && !signal.aborted) throw error
    }
  }

  async function add({ task_id, name }: TaskRow, { total: size }: PartView): Promise<Entry> {
    const port = await listen()
    const path = `/${randomBytes(24).toString('base64url')}/${encodeURIComponent(name)}`
    const entry: Entry = {
      task_id,
      path,
      address: `http://127.0.0.1:${port}${path}`,
      size,
      onDisk: () => paths.of(task_id),
      send: (request, response, kind) => send(task_id, size, { request, response, kind }),
    }
    byTask.set(task_id, entry)
    return entry
  }

  return {
    port: portNow,
    /** undefined: nothing of it can be played yet. */
    async of(row: TaskRow): Promise<GrowingFile | undefined> {
      const part = paths.partOf(row)
      const existing = byTask.get(row.task_id)
      if (!part || existing?.size === part.total) return part && existing
      return add(row, part)
    },
    /** How much is there from the beginning without a gap. */
    headOf: (row: TaskRow): number => paths.partOf(row)?.thereTo(0) ?? 0,
    at: (address: string): GrowingFile | undefined => [...byTask.values()].find((entry) => entry.address === address),
    forget: (task_id: string): void => void byTask.delete(task_id),
    async stop(): Promise<void> {
      stopping.abort()
      if (!listening) return
      await listening
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
