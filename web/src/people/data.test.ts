/** Following is optimistic in every list, and rolled back if the cloud refuses (spec 4). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, MutationObserver } from '@tanstack/react-query'
import type { PersonPage } from '@homeport/contract/people.ts'
import { beforeEach, expect, test } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { startSession } from '../kit/session.ts'
import { ok, pageOf, serve } from '../testing/server.ts'
import { aSignIn } from '../testing/samples.ts'
import { peopleOf, person, setFollow } from './data.ts'

const ben: PersonPage = {
  user_id: 'u2',
  username: 'ben',
  nickname: 'Ben',
  avatar: '',
  is_followed: false,
  follows_me: true,
  is_blocked: false,
  gender: 'private',
  region: '',
  joined_at: 1,
  counts: { posts: 0, fans: 7, follows: 1, favorites: 0, bookmarks: 0 },
}
const me: PersonPage = {
  ...ben,
  user_id: '1',
  username: 'harbour',
  counts: { posts: 0, fans: 1, follows: 3, favorites: 0, bookmarks: 0 },
}

let client: QueryClient
beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  client = new QueryClient()
  client.setQueryData(person('u2').queryKey, ben)
  client.setQueryData(person().queryKey, me)
  client.setQueryData(peopleOf('fans').queryKey, { pages: [{ data: [ben], total: 1, page: 1, limit: 30 }], pageParams: [1] })
})

const shown = () => ({
  isFollowed: client.getQueryData(person('u2').queryKey)?.is_followed,
  inList: client.getQueryData(peopleOf('fans').queryKey)?.pages[0]?.data[0]?.is_followed,
  fans: client.getQueryData(person('u2').queryKey)?.counts.fans,
  follows: client.getQueryData(person().queryKey)?.counts.follows,
})
const before = { isFollowed: false, inList: false, fans: 7, follows: 3 }

test('a follow counts by one on both sides at once, and back by one where it is refused', async () => {
  serve({
    '/spacecp/follow': () => ({ code: Code.fault, msg: 'no' }),
    '/space/user': () => ok(ben),
    '/space/fans': () => pageOf([ben]),
  })
  const tap = new MutationObserver(client, setFollow(client)).mutate({ person: ben, isOn: true })
  await Promise.resolve()
  expect(shown()).toEqual({ isFollowed: true, inList: true, fans: 8, follows: 4 })
  await expect(tap).rejects.toMatchObject({ code: Code.fault })
  expect(shown()).toEqual(before)
})

test('two taps in a row end where they began, in the order of the taps', async () => {
  const server = serve({ '/spacecp/follow': () => ok(null), '/spacecp/dfollow': () => ok(null) })
  const tap = (isOn: boolean) => new MutationObserver(client, setFollow(client)).mutate({ person: ben, isOn })
  await Promise.all([tap(true), tap(false)])
  expect(server.requests.map(({ path }) => path)).toEqual(['/spacecp/follow', '/spacecp/dfollow'])
  expect(shown()).toEqual(before)
})
