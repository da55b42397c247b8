/** Building blocks of the contract: calls over HTTP, acts between phone and box, reports of a box, events of the cloud. */
import type * as z from 'zod/mini'

export const langs = ['zh', 'en'] as const
export type Lang = (typeof langs)[number]

export const hosts = ['device', 'forum', 'ws', 'manager', 'version', 'update', 'help'] as const
export type Host = (typeof hosts)[number]

/** The environments of a cloud (spec 1). */
export const envs = ['dev', 'pre', 'product'] as const
export type Env = (typeof envs)[number]

/** Required access: anyone; a signed-in user; a user of a bound box; the same with the box online. */
export type Needs = 'anyone' | 'user' | 'device' | 'online'

export type Shape = z.ZodMiniType
export type In<S extends Shape> = z.input<S>
export type Out<S extends Shape> = z.output<S>

type FieldOf<I extends Shape> = Extract<keyof z.input<I>, string>
/** Calls that need a box must name the input field that identifies it; other calls must not. */
type BoxField<N extends Needs, I extends Shape> = N extends 'device' | 'online' ? { device: FieldOf<I> } : { device?: undefined }

/** maxBytes: total size. */
export type Files = { most: number; maxBytes: number }

export type Call<I extends Shape = Shape, O extends Shape = Shape, N extends Needs = Needs> = {
  kind: 'call'
  host: Host
  path: string
  method: 'GET' | 'POST'
  needs: N
  /** The input field that identifies the box (devid, devsn or client_id). */
  device: string | undefined
  /** Allowed uploads, as parts named `file` of a multipart body; undefined: none. */
  files: Files | undefined
  input: I
  output: O
}

export function call<I extends Shape, O extends Shape, N extends Needs>(
  promise: { host: Host; path: `/${string}`; method?: 'GET' | 'POST'; needs: N; files?: Files; input: I; output: O } & BoxField<
    N,
    I
  >,
): Call<I, O, N> {
  return { kind: 'call', method: 'POST', device: undefined, files: undefined, ...promise }
}

/** How the app sends an act while its socket is open: inside a call (/emqx/publish), or as a frame of the socket, where somebody waits with a finger on the key. */
export type Via = 'publish' | 'frame'
/** An act that the cloud answers itself has no `via`: it is never published to a box. */
type Way = { at?: 'box'; via?: Via } | { at: 'cloud'; via?: undefined }

/** Role required to send an act. */
export type ActNeeds = 'member' | 'owner'

export type Act<I extends Shape = Shape, O extends Shape = Shape, V extends Via = Via> = {
  kind: 'act'
  name: string
  needs: ActNeeds
  /** box: relayed to the station; cloud: answered by the cloud itself. */
  at: 'box' | 'cloud'
  via: V
  /** The effect runs exactly once, by the box's inbox. */
  once: boolean
  /** An act that reaches the box later than this is dropped; undefined: the caller's timeout. */
  lifeMs: number | undefined
  input: I
  output: O
}

export function act<I extends Shape, O extends Shape, const W extends Way>(
  promise: { name: string; needs?: ActNeeds; once?: boolean; lifeMs?: number; input: I; output: O } & W,
): Act<I, O, W extends { via: 'frame' } ? 'frame' : 'publish'>
export function act(promise: Omit<Act, 'kind' | 'needs' | 'at' | 'via' | 'once' | 'lifeMs'> & Partial<Act>): Act {
  return { needs: 'member', at: 'box', via: 'publish', once: false, lifeMs: undefined, ...promise, kind: 'act' }
}

/** One kind of mirrored row: the cloud stores the box's last value. */
export type Report<S extends Shape = Shape> = { kind: 'report'; name: string; row: S }

export function report<S extends Shape>(promise: { name: string; row: S }): Report<S> {
  return { kind: 'report', ...promise }
}

/** An event inside the cloud; other features subscribe to it. */
export type Event<S extends Shape = Shape> = { kind: 'event'; name: string; data: S }

export function event<S extends Shape>(promise: { name: string; data: S }): Event<S> {
  return { kind: 'event', ...promise }
}
