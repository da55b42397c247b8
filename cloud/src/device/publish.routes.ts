/** Sends a command to a box over HTTP: waits for the box's reply, or lets it arrive on the caller's own socket (wire.md). */
import { randomUUID } from 'node:crypto'
import { publish } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { PublishPayload, frameMaxBytes } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Act } from '../connection/requests/relay.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'

export type PublishDeps = {
  send: (act: Act) => Promise<FrameIn>
  /** Sends a frame to the user's own socket in whichever process holds it; undefined if the fd is not a socket of this user. */
  socketOf: (lang: Lang, userId: string, fd: string) => ((frame: FrameIn) => void) | undefined
}

export function publishRoutes({ send, socketOf }: PublishDeps): Route[] {
  return [
    serve(publish, async ({ payload }, { realm: { lang }, user: { user_id }, tokenHash, device: { devsn } }) => {
      const { request, data, fd, id = randomUUID() } = readPayload(payload)
      const act = { lang, devsn, act: request, data, user_id, token_hash: tokenHash, id }
      if (fd === '' || fd === '0') return refuseOurs(await send(act))
      const toSocket = socketOf(lang, user_id, fd)
      if (!toSocket) throw invalid('fd', 'fd')
      await new Promise<void>((resolve, reject) => {
        let isTaken = false
        const take = () => {
          isTaken = true
          resolve()
        }
        send({ ...act, onTaken: take }).then((frame) => {
          // A result known before the box took the command is the response of the call.
          if (!isTaken && frame.code >= Code.invalid) return reject(new Refusal(frame.code, undefined, frame.data))
          take()
          toSocket(frame)
        }, reject)
      })
      return { id }
    }),
  ]
}

/** Codes of 4000 and over are the cloud's: they refuse the call. The box's own codes stay in its frame. */
function refuseOurs(frame: FrameIn): FrameIn {
  if (frame.code >= Code.invalid) throw new Refusal(frame.code, undefined, frame.data)
  return frame
}

function readPayload(text: string): PublishPayload & { fd: string } {
  if (Buffer.byteLength(text) > frameMaxBytes) throw invalid('payload', 'too_large')
  const read = PublishPayload.safeParse(readJson(text))
  if (!read.success) throw invalid('payload', 'payload')
  const { data, fd } = read.data
  return { ...read.data, fd: String(fd), data: typeof data === 'string' ? readData(data) : data }
}

/** `data` may be a string with JSON. */
function readData(text: string): unknown {
  if (text.trim() === '') return {}
  const data = readJson(text)
  if (data === undefined) throw invalid('payload', 'payload')
  return data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
