/** The user whose browser a screen is. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { ScreenRow } from './store.ts'

export type ScreenOwner = { realm: Lang; user_id: string }

/** undefined for a TV. */
export function ownerOf({ kind, realm, user_id }: ScreenRow): ScreenOwner | undefined {
  return kind !== 'here' || realm === '' ? undefined : { realm, user_id }
}
