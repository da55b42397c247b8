/** Which acts name a screen. */
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { acts } from '../../all.ts'
import { screenFieldOf } from './screen-target.ts'

it('P16: every act with a field for a screen has the one that the box checks', () => {
  const named = acts.filter(
    ({ input }) => input instanceof z.ZodMiniObject && ['target', 'screen_id'].some((name) => name in input.shape),
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((act) => !['target', 'screen_id'].includes(screenFieldOf(act) ?? ''))).toEqual([])
  const others = acts.filter(
    ({ name, input }) => !named.some((one) => one.name === name) && z.safeParse(input, { screen: 's' }).success,
  )
  for (const { input } of others)
    if (input instanceof z.ZodMiniObject) expect(Object.keys(input.shape).filter((key) => key.includes('screen'))).toEqual([])
})
