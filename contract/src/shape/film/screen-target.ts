/** The field by which an act names a screen: every act that has one passes the box's one check of whose screen it is. */
import * as z from 'zod/mini'
import type { Act } from '../../kit/operation.ts'

/** A screen_id. */
export const ScreenId = z.string()
/** A screen_id; '' = the TV used last, never somebody's own browser. */
export const ScreenTarget = z._default(ScreenId, '')

/** undefined for an act that names no screen. */
export function screenFieldOf({ input }: Act): string | undefined {
  if (!(input instanceof z.ZodMiniObject)) return undefined
  return Object.entries(input.shape).find(([, schema]) => schema === ScreenTarget || schema === ScreenId)?.[0]
}
