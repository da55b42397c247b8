/** The rules for creating an account in this language service, as a guest is told them (forum host). */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'

/** As HOMEPORT_REGISTRATION says. code: a new account needs an invitation, or the code of a box. */
export const registrations = ['open', 'code', 'closed'] as const
export type Registration = (typeof registrations)[number]

/** is_first: the next account would be the first one; false as well where nobody may register. has_wechat: this server has a mini-program for WeChat. Nothing else of the accounts is told to a guest. */
export const firstAccount = call({
  host: 'forum',
  path: '/user/account/first',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ is_first: z.boolean(), registration: z.enum(registrations), has_wechat: z._default(z.boolean(), false) }),
})
