/** Sends a film as one endless mp4 that ffmpeg writes into the response: one ffmpeg per screen, ended when nobody reads. */
import type { ChildProcess } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { convert } from './transcode-process.ts'
import type { Conversion, Converter } from './ffmpeg-plan.ts'

const looksPerPeriod = 6
/** A disk that gives nothing is waited for so many times as long as a reader. */
const patience = 4

/** onIdle: its ffmpeg was ended because nothing was read for so long. */
export type EndlessDeps = { idleMs: number; onIdle: (screen_id: string) => void; onDone: (screen_id: string) => void }

export function createEndless({ idleMs, onIdle, onDone }: EndlessDeps) {
  const children = new Map<string, ChildProcess>()
  /** Ended because nobody wants the source any more. */
  const stopped = new WeakSet<ChildProcess>()

  function end(screen_id: string): void {
    const child = children.get(screen_id)
    children.delete(screen_id)
    if (child) stopped.add(child)
    child?.kill('SIGKILL')
  }

  /** A paused browser stops reading when it has enough: ffmpeg waits at its pipe, and after a while gives its place to another film. */
  function watchReader(screen_id: string, response: ServerResponse): () => void {
    let sent = -1
    let unreadMs = 0
    const everyMs = idleMs / looksPerPeriod
    const timer = setInterval(() => {
      const now = response.socket?.bytesWritten ?? 0
      // While nothing waits for the reader, it is ffmpeg that is slow, or its disk.
      const passedMs = response.writableNeedDrain ? everyMs : everyMs / patience
      unreadMs = now === sent ? unreadMs + passedMs : 0
      sent = now
      if (unreadMs < idleMs) return
      clearInterval(timer)
      end(screen_id)
      onIdle(screen_id)
      response.destroy()
    }, everyMs)
    return () => clearInterval(timer)
  }

  return {
    end,
    async send(
      request: IncomingMessage,
      response: ServerResponse,
      { screen_id, conversion, converter }: { screen_id: string; conversion: Conversion; converter: Converter },
    ): Promise<void> {
      response.writeHead(200, { 'Content-Type': 'video/mp4', 'Accept-Ranges': 'none', 'Cache-Control': 'no-store' })
      if (request.method === 'HEAD') return void response.end()
      end(screen_id)
      const child = convert(conversion, converter)
      children.set(screen_id, child)
      const unwatch = watchReader(screen_id, response)
      const exited = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
      try {
        const sent = child.stdout ? pipeline(child.stdout, response, { end: false }) : Promise.resolve()
        const [code] = await Promise.all([exited, sent])
        // A failed ffmpeg must not look like the end of the film.
        if (code === 0 || stopped.has(child)) response.end()
        else response.destroy()
      } finally {
        unwatch()
        if (children.get(screen_id) === child) {
          end(screen_id)
          onDone(screen_id)
        } else child.kill('SIGKILL')
      }
    },
    stop(): void {
      for (const screen_id of children.keys()) end(screen_id)
    },
  }
}
