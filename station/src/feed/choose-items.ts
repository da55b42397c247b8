/** Chooses of items what a rule takes, with what was taken before. */
import type { FeedReason, FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import type { Chosen } from './bring-items.store.ts'
import type { ItemStore } from './item.store.ts'
import { inTurns } from '../kit/turns/in-turns.ts'
import { chooseReleases, releaseOf, type Release, type ReleaseName } from './match-rule.ts'
import type { ReadItem } from './read-feed.ts'

export type ChooseDeps = { items: Pick<ItemStore, 'takenOf'>; readName: (name: string) => ReleaseName; now: () => number }

export function createChooseItems({ items: store, readName, now }: ChooseDeps) {
  /** reasons: of all, '' of those that are chosen. */
  return async (
    items: readonly ReadItem[],
    rule: FeedRule,
  ): Promise<{ reasons: ReadonlyMap<string, FeedReason>; chosen: Chosen[] }> => {
    const releases: Release[] = []
    for await (const item of inTurns(items)) releases.push(releaseOf(item, readName))
    const taken = await store.takenOf(releases.map(({ identity }) => identity).filter((identity) => identity !== ''))
    const reasons = await chooseReleases(releases, { rule, takenOf: (identity) => taken.get(identity), now: now() })
    const chosen = releases
      .filter(({ item_id }) => reasons.get(item_id) === '')
      .map(({ item_id, identity, worth }) => ({ item_id, identity, worth, replaces: taken.get(identity)?.task_id ?? '' }))
    return { reasons, chosen }
  }
}
