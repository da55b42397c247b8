/** P16: the browser of one person is as one that does not exist for every other, by both halves of their id. */
import { expect, test } from 'vitest'
import { Code } from '@homeport/contract/kit/codes.ts'
import { acts } from '@homeport/contract/all.ts'
import { screenFieldOf } from '@homeport/contract/shape/film/screen-target.ts'
import type { ActCaller } from '../kit/connection/answer.ts'
import { createScreenGate } from './screen-gate.ts'

const gate = createScreenGate({
  byId: (screen_id) => ({ own: { owner: { realm: 'en' as const, user_id: 'ada' } }, tv: {} })[screen_id],
})
const callerOf = (realm: 'zh' | 'en', user_id: string | undefined): ActCaller => ({
  id: 'act',
  realm,
  expiresAt: 0,
  ...(user_id === undefined ? {} : { from: { user_id, role: 'member', name: '' } }),
})
const onScreens = acts.filter((act) => screenFieldOf(act) !== undefined)

test.each(onScreens.map((act) => [act.name, act] as const))('P16: %s', async (_, act) => {
  const field = screenFieldOf(act) ?? ''
  const handler = gate({ act, run: async () => 'done' })
  const on = (screen_id: string, realm: 'zh' | 'en', user_id: string | undefined) =>
    handler.run({ [field]: screen_id }, callerOf(realm, user_id))
  expect(await on('own', 'en', 'ada')).toBe('done')
  expect(await on('tv', 'zh', 'bob')).toBe('done')
  for (const [realm, user_id] of [
    ['en', 'bob'],
    ['zh', 'ada'],
    ['en', undefined],
  ] as const)
    await expect(on('own', realm, user_id)).rejects.toMatchObject({ code: Code.notFound, data: { reason: 'no_screen' } })
})
