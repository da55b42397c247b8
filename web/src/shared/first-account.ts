/** Whether nobody has an account here yet: who begins is then led to create one. */
import { firstAccount as firstAccountCall } from '@homeport/contract/first-account.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../kit/ask.ts'
import { session } from '../kit/session.ts'

export const firstAccount = () =>
  queryOptions({
    queryKey: [session.get().lang, 'account', 'first'],
    queryFn: async ({ signal }) => (await ask(firstAccountCall, {}, { signal })).is_first,
    meta: { isQuiet: true },
  })
