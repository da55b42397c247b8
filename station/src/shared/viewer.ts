/** The person who watches on a screen. */
import type { Lang } from '@homeport/contract/kit/operation.ts'

export type Viewer = { realm: Lang; user_id: string }

/** owner: of a user's own browser. chosen: the user_id that was chosen on the screen, '' for none. In a household of one person that person watches. */
export function viewerOf(
  household: readonly Viewer[],
  { owner, chosen }: { owner: Viewer | undefined; chosen: string },
): Viewer | undefined {
  const person = household.length === 1 ? household[0] : household.find(({ user_id }) => user_id === chosen)
  return owner ?? (person && { realm: person.realm, user_id: person.user_id })
}
