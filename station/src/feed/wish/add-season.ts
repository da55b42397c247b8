/** Wishes all that a season lacks. */
import type { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { MissingEpisodes, SeasonRef } from './missing-episodes.ts'
import type { Wishes } from './wishes.ts'

export function createAddSeason({ missing, wishes }: { missing: MissingEpisodes; wishes: Pick<Wishes, 'addEpisodes'> }) {
  return async (
    { quality_from, ...ref }: SeasonRef & Pick<FeedRule, 'quality_from'>,
    asker: { realm: Lang; user_id: string },
  ) => {
    const { state, tmdb, data } = await missing(ref, asker.realm)
    if (state !== 'ok') throw new Refusal(Code.noResponse, { reason: state })
    if (tmdb === '') throw new Refusal(Code.notFound)
    const { season } = ref
    const episodes = data.filter((row) => row.state === 'missing')
    const requests = episodes.map(({ number }) => ({ tmdb, season, episode: number, quality_from }))
    return wishes.addEpisodes(requests, asker)
  }
}
