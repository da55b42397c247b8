/** Queries and mutations of people: profiles, followers, following, blocking. */
import {
  block,
  blocked as blockedCall,
  fans,
  follow,
  follows,
  person as personCall,
  unblock,
  unfollow,
  type PersonPage,
} from '@homeport/contract/people.ts'
import type { Person, PersonRow } from '@homeport/contract/shape/person.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { nextPage } from '../kit/query/next-page.ts'
import { optimistic, switchTo } from '../kit/keep/optimistic.ts'
import { session } from '../kit/session.ts'

export type Side = 'fans' | 'follows'
const callOf = { fans, follows } as const
const rowsOnPage = 30

const keyOf = (...rest: string[]) => [session.get().lang, 'people', ...rest]
const me = () => session.get().user?.user_id ?? ''

export const personPath = '/pages/user/posts/index'
export const listPath = { fans: '/pages/user/mine/fans', follows: '/pages/user/mine/follow' } as const

export function personOf(userId: string): string {
  return `#${personPath}?user_id=${encodeURIComponent(userId)}`
}

/** userId '' is the signed-in user. */
export const person = (userId = '') =>
  queryOptions({
    queryKey: keyOf('one', userId || me()),
    queryFn: ({ signal }) => ask(personCall, { user_id: userId }, { signal }),
    enabled: session.get().token !== '',
    meta: { isSaved: true, isQuiet: true },
  })

export const peopleOf = (side: Side, userId = '') =>
  infiniteQueryOptions({
    queryKey: keyOf('list', side, userId || me()),
    queryFn: ({ pageParam, signal }) => ask(callOf[side], { user_id: userId, page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    meta: { isSaved: true, isQuiet: true },
  })

export const blockedPeople = () =>
  infiniteQueryOptions({
    queryKey: keyOf('blocked'),
    queryFn: ({ pageParam, signal }) => ask(blockedCall, { page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    meta: { isSaved: true, isQuiet: true },
  })

type Tap = { person: PersonRow; isOn: boolean }

export const setFollow = (client: QueryClient) =>
  mutationOptions({
    // one after the other, in the order of the taps
    scope: { id: 'people' },
    mutationFn: ({ person, isOn }: Tap) => ask(isOn ? follow : unfollow, { user_id: person.user_id }),
    ...optimistic(({ person, isOn: isWanted }: Tap) => switchTo(isWanted, (isOn) => markFollow(client, { person, isOn }))),
    onSettled: () => settle(client),
  })

export const setBlock = (client: QueryClient) =>
  mutationOptions({
    scope: { id: 'people' },
    mutationFn: ({ person, isOn }: { person: Person; isOn: boolean }) => ask(isOn ? block : unblock, { user_id: person.user_id }),
    onSuccess: (_, { person, isOn }) =>
      change(client, person.user_id, (one) => ({
        ...one,
        is_blocked: isOn,
        ...(isOn ? { is_followed: false, follows_me: false } : {}),
      })),
    // conversations with them change too
    onSettled: () => client.invalidateQueries({ queryKey: [session.get().lang] }),
  })

/** Spec 4: local counts change by one with the tap. */
function markFollow(client: QueryClient, { person, isOn }: Tap): void {
  const step = isOn ? 1 : -1
  change(client, person.user_id, (one) => ({ ...one, is_followed: isOn }))
  count(client, person.user_id, { fans: step })
  count(client, me(), { follows: step })
}

function count(client: QueryClient, userId: string, { fans = 0, follows = 0 }: { fans?: number; follows?: number }): void {
  client.setQueryData<PersonPage>(
    keyOf('one', userId),
    (one) => one && { ...one, counts: { ...one.counts, fans: one.counts.fans + fans, follows: one.counts.follows + follows } },
  )
}

/** Paged or by cursor: the forum's search stores found people under this key too. */
type Lists = InfiniteData<{ data: PersonRow[] }>

/** Updates the person's page and every list with that person. */
function change(client: QueryClient, userId: string, turn: <T extends PersonRow>(one: T) => T): void {
  client.setQueryData<PersonPage>(keyOf('one', userId), (one) => one && turn(one))
  client.setQueriesData<Lists>(
    { queryKey: keyOf('list') },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((row) => (row.user_id === userId ? turn(row) : row)),
        })),
      },
  )
}

/** Lists keep their rows until they are reopened, so that an accidental tap can be undone in place. */
async function settle(client: QueryClient): Promise<void> {
  // A pending mutation has changed its count already: refetch only after the last one.
  if (client.isMutating() > 1) return
  await client.invalidateQueries({ queryKey: keyOf('one') })
  void client.invalidateQueries({ queryKey: keyOf('list'), refetchType: 'none' })
}
