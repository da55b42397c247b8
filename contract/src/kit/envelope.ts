/** Message envelopes: the response of a call, the socket frames, the publish payload (spec 3 and 7). */
import * as z from 'zod/mini'
import { linkFaults } from '../shape/link/link-fault.ts'

/** The response of every call. */
export type Envelope<T = unknown> = { code: number; msg: string; data: T }
export const Envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })

/** data of a 4000: the invalid field and the violated rule (text in shape/field/rule-messages.ts). */
export const Invalid = z.object({ field: z.string(), rule: z.string() })
export type Invalid = z.infer<typeof Invalid>

/** data of a task's 1002: why the link is refused (wire.md). */
export const linkReasons = ['private', 'own_port', 'no_engine', 'version_2', 'invalid', ...linkFaults] as const

export const frameMaxBytes = 64 * 1024
export const frameMaxDepth = 8
/** Limit in characters: both are echoed, so a client cannot make the cloud send long ones. */
export const actNameMaxLength = 40
export const frameIdMaxLength = 64

const ActName = z.string().check(z.maxLength(actNameMaxLength, 'too_large'))
const FrameId = z.optional(z.string().check(z.maxLength(frameIdMaxLength, 'too_large')))

/** App → socket. `time` in seconds; `id` is copied to the reply. sent_ms: by any clock of the app that is never set, only to see which frames came late; 0: unknown. */
export const FrameOut = z.object({
  act: ActName,
  time: z._default(z.number(), 0),
  sent_ms: z._default(z.number(), 0),
  id: FrameId,
  data: z.object({
    app: z._default(z.string(), ''),
    devsn: z._default(z.string().check(z.maxLength(frameIdMaxLength, 'too_large')), ''),
    appuid: z._default(z.union([z.string(), z.number()]), ''),
    data: z._default(z.unknown(), {}),
  }),
})
export type FrameOut = z.infer<typeof FrameOut>

/** Socket → app. `dev` is the box's devsn, '' from the cloud itself. */
export const FrameIn = z.object({
  act: z.string(),
  dev: z._default(z.string(), ''),
  code: z._default(z.number(), 200),
  data: z.optional(z.unknown()),
  id: z.optional(z.string()),
  url: z.optional(z.string()),
  task_id: z.optional(z.string()),
})
export type FrameIn = z.infer<typeof FrameIn>

/** The payload of /emqx/publish: `request` is the act; `data` an object or a string holding JSON; fd '' or '0' = none. */
export const PublishPayload = z.object({
  request: ActName,
  timestamp: z._default(z.number(), 0),
  code: z._default(z.number(), 200),
  data: z._default(z.unknown(), {}),
  fd: z._default(z.union([z.string(), z.number()]), ''),
  id: FrameId,
})
export type PublishPayload = z.infer<typeof PublishPayload>

/** True if a JSON value is nested at most `max` levels deep. */
export function isShallow(value: unknown, max: number): boolean {
  if (value === null || typeof value !== 'object') return true
  if (max === 0) return false
  return Object.values(value).every((inner) => isShallow(inner, max - 1))
}

/** The url and task_id of an act or its reply, which the frame of the reply bears too (wire.md). */
export function echoedNames(data: unknown): { url?: string; task_id?: string } {
  if (typeof data !== 'object' || data === null) return {}
  const names: { url?: string; task_id?: string } = {}
  if ('url' in data && typeof data.url === 'string' && data.url !== '') names.url = data.url
  if ('task_id' in data && typeof data.task_id === 'string' && data.task_id !== '') names.task_id = data.task_id
  return names
}
