/** The kinds of push notices that this phone gets. The first choice subscribes it, the last one's end unsubscribes it. */
import {
  pushKey,
  pushSettings,
  pushSubscribe,
  pushUnsubscribe,
  savePushSettings,
  type PushState,
} from '@homeport/contract/push.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { session } from '../kit/session.ts'
import { subscribeBrowser, timeZone, type Obstacle } from './push-browser.ts'

export const pushState = () =>
  queryOptions({
    queryKey: [session.get().lang, 'push', 'settings'],
    queryFn: ({ signal }) => ask(pushSettings, {}, { signal }),
    meta: { isSaved: true },
  })

type Choice = Pick<PushState, 'kinds' | 'quiet'>

/** Resolves to what is in the way, or null. */
export const choosePush = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ kinds, quiet }: Choice): Promise<Obstacle | null> => {
      const { queryKey } = pushState()
      const { is_subscribed } = await client.ensureQueryData(pushState())
      const choice = { kinds, quiet, time_zone: timeZone() }
      if (is_subscribed) {
        const next = kinds.length === 0 ? await ask(pushUnsubscribe, {}) : await ask(savePushSettings, choice)
        client.setQueryData(queryKey, next)
        return null
      }
      const { key } = await ask(pushKey, {})
      const subscription = await subscribeBrowser(key)
      if (typeof subscription === 'string') return subscription
      client.setQueryData(queryKey, await ask(pushSubscribe, { ...subscription, ...choice }))
      return null
    },
  })
