/** Whether the next account would be the first of this language service (forum host): a guest is then led to create one instead of to sign in. */
import * as z from 'zod/mini'
import { call } from './kit/promise.ts'

/** is_first: false as well where nobody may register. Nothing else of the accounts is told to a guest. */
export const firstAccount = call({
  host: 'forum',
  path: '/user/account/first',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ is_first: z.boolean() }),
})
