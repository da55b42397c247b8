/** An optimistic change shows with the tap, and is taken back where the call fails. */
import { MutationObserver, mutationOptions, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { edit, optimistic, snapshot, switchTo } from './optimistic.ts'

const refusal = new Error('refused')
const refuse = (): Promise<never> => Promise.reject(refusal)

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(['list', 'a'], ['one', 'two'])
  client.setQueryData(['list', 'b'], ['two', 'three'])
  client.setQueryData(['other'], ['two'])
})

const shown = () => [['list', 'a'], ['list', 'b'], ['other']].map((key) => client.getQueryData(key))
const before = [['one', 'two'], ['two', 'three'], ['two']]

const removing = (call: (name: string) => Promise<unknown>) =>
  mutationOptions({
    mutationFn: call,
    ...optimistic((name: string) => edit<string[]>(client, ['list'], (all) => all.filter((one) => one !== name))),
  })

test('every list under the key changes at once, the others do not, and all stay so once it is accepted', async () => {
  const ending = new MutationObserver(
    client,
    removing(async () => null),
  ).mutate('two')
  expect(shown()).toEqual([['one'], ['three'], ['two']])
  await ending
  expect(shown()).toEqual([['one'], ['three'], ['two']])
})

test('a refused change is taken back everywhere', async () => {
  const ending = new MutationObserver(client, removing(refuse)).mutate('two')
  expect(shown()).toEqual([['one'], ['three'], ['two']])
  await expect(ending).rejects.toBe(refusal)
  expect(shown()).toEqual(before)
})

test('a query without data stays without', async () => {
  client.getQueryCache().build(client, { queryKey: ['list', 'c'] })
  await new MutationObserver(client, removing(refuse)).mutate('two').catch(() => null)
  expect(client.getQueryData(['list', 'c'])).toBeUndefined()
})

test('with a reverse step, what another tap changed meanwhile stays', async () => {
  let fail = () => {}
  const call = () => new Promise<never>((_, reject) => void (fail = () => reject(refusal)))
  const adding = mutationOptions({
    mutationFn: call,
    ...optimistic((name: string) =>
      edit<string[]>(client, ['other'], {
        change: (all) => [...all, name],
        reverse: (all) => all.filter((one) => one !== name),
      }),
    ),
  })
  const ending = new MutationObserver(client, adding).mutate('mine')
  await Promise.resolve()
  client.setQueryData<string[]>(['other'], (all) => [...(all ?? []), 'theirs'])
  expect(client.getQueryData(['other'])).toEqual(['two', 'mine', 'theirs'])
  fail()
  await expect(ending).rejects.toBe(refusal)
  expect(client.getQueryData(['other'])).toEqual(['two', 'theirs'])
})

test('a list that is fetched again is not overwritten by a fetch on its way', async () => {
  const answers: ((list: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>((answer) => answers.push(answer))
  const queryKey = ['list', 'a']
  const fetching = client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => null)
  const removed = mutationOptions({
    mutationFn: async (name: string) => name,
    ...optimistic((name: string) => edit<string[]>(client, queryKey, (all) => all.filter((one) => one !== name)), {
      client,
      queryKey,
    }),
  })
  await new MutationObserver(client, removed).mutate('two')
  answers[0]?.(['one', 'two'])
  await fetching
  expect(client.getQueryData(queryKey)).toEqual(['one'])
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('the undo knows why', async () => {
  const reasons: Error[] = []
  const failing = mutationOptions({
    mutationFn: (_name: string) => refuse(),
    ...optimistic(() => (error) => void reasons.push(error)),
  })
  await new MutationObserver(client, failing).mutate('two').catch(() => null)
  expect(reasons).toEqual([refusal])
})

test('a switch goes to its side, and back to the other', () => {
  const sides: boolean[] = []
  switchTo(true, (isOn) => sides.push(isOn))(refusal)
  expect(sides).toEqual([true, false])
})

test('a snapshot brings back what was there', () => {
  const restore = snapshot(client, ['list'])
  client.setQueriesData({ queryKey: ['list'] }, [])
  restore(refusal)
  expect(shown()).toEqual(before)
})
