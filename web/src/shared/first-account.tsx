/** The server's answer about new accounts, before somebody begins one. */
import { firstAccount as firstAccountCall } from '@homeport/contract/first-account.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../kit/call/http.ts'
import { session } from '../kit/session.ts'

/** is_first: nobody has an account here yet: who begins is led to create one. */
export const firstAccount = () =>
  queryOptions({
    queryKey: [session.get().lang, 'account', 'first'],
    queryFn: ({ signal }) => ask(firstAccountCall, {}, { signal }),
    meta: { isQuiet: true },
  })

/** For a page whose first paint does not wait for the calls. */
export function FirstAccount({ tell }: { tell: (isFirst: boolean) => void }) {
  const isFirst = useQuery(firstAccount()).data?.is_first === true
  useEffect(() => tell(isFirst), [isFirst, tell])
  return null
}
