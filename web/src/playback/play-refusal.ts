/** Why the box does not play. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { PlayRefusal, ScreenInUse, type playReasons } from '@homeport/contract/playback/playback.ts'
import * as z from 'zod/mini'
import { isFailure } from '../kit/failure.ts'

type PlayReason = (typeof playReasons)[number]

/** The box's refusal of a play request or key; undefined for any other failure. */
export function refusalOf(error: unknown): PlayReason | undefined {
  const parsed = isFailure(error) && error.code === Code.notFound ? z.safeParse(PlayRefusal, error.data) : undefined
  return parsed?.success ? parsed.data.reason : undefined
}

/** Whose film plays on the TV; undefined for any other failure. */
export function inUseOf(error: unknown): Out<typeof ScreenInUse> | undefined {
  const parsed = isFailure(error) && error.code === Code.taken ? z.safeParse(ScreenInUse, error.data) : undefined
  return parsed?.success ? parsed.data : undefined
}
