/** Why a film cannot be played, as the phone and the TV are told. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { playReasons } from '@homeport/contract/playback/playback.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { Refusal } from '../../kit/refusal.ts'

export type PlayReason = (typeof playReasons)[number]

export function refused(reason: PlayReason): Refusal {
  return new Refusal(Code.notFound, { reason })
}

export function reasonOf({ data }: Refusal): string {
  return typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : 'failed'
}

/** The screen has no notion of what was asked of it. */
export function refuseLacking({ lacks }: { lacks: readonly ScreenLack[] }, needed: ScreenLack | undefined): void {
  if (needed && lacks.includes(needed)) throw new Refusal(Code.notFound, { reason: 'lacking', lack: needed })
}
