/** Whether nobody has an account here yet: who begins is then led to create one. */
import { firstAccount as firstAccountCall } from '@homeport/contract/first-account.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../kit/ask.ts'
import { session } from '../kit/session.ts'

export const firstAccount = () =>
  queryOptions({
    queryKey: [session.get().lang, 'account', 'first'],
    queryFn: async ({ signal }) => (await ask(firstAccountCall, {}, { signal })).is_first,
    meta: { isQuiet: true },
  })

/** For a page whose first paint does not wait for the calls. */
export function FirstAccount({ tell }: { tell: (isFirst: boolean) => void }) {
  const isFirst = useQuery(firstAccount()).data ?? false
  useEffect(() => tell(isFirst), [isFirst, tell])
  return null
}
