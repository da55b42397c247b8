/** The screens of a box: browsers on TVs that were let in; and the words between a screen page and its station (wire.md "Screens"). */
import * as z from 'zod/mini'
import { act } from './kit/promise.ts'

export const waitingMost = 3
export const digitsLength = 4
export const digitsMs = 2 * 60_000
export const digitsTries = 5

/** seen_at seconds; address: where it asks from, for the owner to know it by. */
export const Screen = z.object({ screen_id: z.string(), name: z.string(), is_online: z.boolean(), seen_at: z.number() })
export type Screen = z.infer<typeof Screen>
export const Screens = z.object({
  data: z.array(Screen),
  waiting: z.array(z.object({ address: z.string(), name: z.string(), until: z.number() })),
  /** The TV's address in the box's own network. */
  address: z.string(),
})
export type Screens = z.infer<typeof Screens>

/** Also pushed when one comes, goes or waits. */
export const screenList = act({ name: 'screen_list', input: z.object({}), output: Screens })
/** The four digits that a new screen shows. 4001 wrong, 4029 after five wrong ones: that screen shows new digits. */
export const screenAdmit = act({
  name: 'screen_admit',
  needs: 'owner',
  input: z.object({ digits: z.string().check(z.regex(/^\d{4}$/, 'digits')) }),
  output: Screen,
})
export const screenRename = act({
  name: 'screen_rename',
  needs: 'owner',
  input: z.object({ screen_id: z.string(), name: z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'range')) }),
  output: Screen,
})
/** Its session ends at once. */
export const screenForget = act({
  name: 'screen_forget',
  needs: 'owner',
  input: z.object({ screen_id: z.string() }),
  output: z.object({ screen_id: z.string() }),
})
