/** The feature of feeds: reads them, and begins downloads of what their rules and the household's wishes take. */
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import { feedActs, wishActs } from './acts.ts'
import { createFeeds, type FeedsDeps } from './feeds.ts'
import { createFeedClient, type FeedClientDeps } from './fetch-feed.ts'

export type FeedFeatureDeps = Omit<FeedsDeps, 'client'> & FeedClientDeps & { events: StationEventBus }

export function feedFeature({ events, ...deps }: FeedFeatureDeps): Feature {
  const feeds = createFeeds({ ...deps, client: createFeedClient(deps) })
  // The keys of a household that has left are nobody's.
  events.on('household', ({ realms }) => {
    if (realms.length === 0) void feeds.removeAll().catch(deps.onFault)
  })
  return { acts: [...feedActs(feeds), ...wishActs(feeds)], slowTick: feeds.wake, stop: () => feeds.stop() }
}
