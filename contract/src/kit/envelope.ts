/** What goes over the wire around an answer: the call envelope, the socket frames, the publish payload (spec 3 and 7). */
import * as z from 'zod/mini'

/** Every answer of every call. */
export type Envelope<T = unknown> = { code: number; msg: string; data: T }
export const Envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })

/** data of a 4000: which field is wrong, by which rule (words in shape/rule.ts). */
export const Invalid = z.object({ field: z.string(), rule: z.string() })
export type Invalid = z.infer<typeof Invalid>

/** data of a 1002 on a task: why the link is not taken (wire.md). */
export const linkReasons = ['private', 'own_port', 'unsupported', 'no_engine', 'invalid'] as const

export const frameMaxBytes = 64 * 1024
export const frameMaxDepth = 8
/** Characters: both are echoed, so nobody makes the cloud send long ones. */
export const actNameMaxLength = 40
export const frameIdMaxLength = 64

const ActName = z.string().check(z.maxLength(actNameMaxLength, 'too_large'))
const FrameId = z.optional(z.string().check(z.maxLength(frameIdMaxLength, 'too_large')))

/** What an app sends on its socket. `time` in seconds; `id` echoes in the reply. */
export const FrameOut = z.object({
  act: ActName,
  time: z._default(z.number(), 0),
  id: FrameId,
  data: z.object({
    app: z._default(z.string(), ''),
    devsn: z._default(z.string(), ''),
    appuid: z._default(z.union([z.string(), z.number()]), ''),
    data: z._default(z.unknown(), {}),
  }),
})
export type FrameOut = z.infer<typeof FrameOut>

/** What an app receives on its socket. `dev` is the box's devsn, '' from the cloud itself. */
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

/** True where a JSON value nests no deeper than `max` levels. */
export function isShallow(value: unknown, max: number): boolean {
  if (value === null || typeof value !== 'object') return true
  if (max === 0) return false
  return Object.values(value).every((inner) => isShallow(inner, max - 1))
}
