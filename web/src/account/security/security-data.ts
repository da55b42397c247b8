/** Queries and mutations of account security: profile, password, phone, sessions. */
import {
  bindEmail,
  bindPhone,
  cancel,
  changePassword,
  endSession,
  sessions,
  unbindWechat,
  wechatCode,
  type Profile,
} from '@homeport/contract/account.ts'
import type { In, Out } from '@homeport/contract/kit/operation.ts'
import { mutationOptions, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { edit, optimistic } from '../../kit/keep/optimistic.ts'
import { session, setUser, useSession } from '../../kit/session.ts'
import { takes } from '../field/code-data.ts'
import { ownProfile } from '../profile/profile-data.ts'

/** The stored profile is shown at once, then the server's, which another device may have changed. refetchMs: asked again so often, false: not. */
export function useOwnProfile(refetchMs: number | false = false): Profile | null {
  useQuery({ ...ownProfile(), refetchInterval: refetchMs })
  return useSession().user
}

export const setPassword = mutationOptions({
  mutationFn: (typed: In<typeof changePassword.input>) => ask(changePassword, typed),
  onSuccess() {
    const { user } = session.get()
    if (user) setUser({ ...user, has_password: true })
  },
  meta: { takes },
})

export const setPhone = mutationOptions({
  mutationFn: (typed: In<typeof bindPhone.input>) => ask(bindPhone, typed),
  onSuccess: setUser,
  meta: { takes },
})

export const setEmail = mutationOptions({
  mutationFn: (typed: In<typeof bindEmail.input>) => ask(bindEmail, typed),
  onSuccess: setUser,
  meta: { takes },
})

export const askForWechatCode = mutationOptions({
  mutationFn: (typed: In<typeof wechatCode.input>) => ask(wechatCode, typed),
  meta: { takes },
})

export const unlinkWechat = mutationOptions({
  mutationFn: (typed: In<typeof unbindWechat.input>) => ask(unbindWechat, typed),
  meta: { takes },
})

export const askToCancel = mutationOptions({
  mutationFn: (typed: In<typeof cancel.input>) => ask(cancel, typed),
  onSuccess({ erase_at }) {
    const { user } = session.get()
    if (user) setUser({ ...user, erase_at })
  },
  meta: { takes },
})

/** Sessions, last used first. */
export const signIns = () =>
  queryOptions({
    queryKey: [session.get().lang, 'account', 'sessions'],
    queryFn: ({ signal }) => ask(sessions, { page: 1, limit: 99 }, { signal }),
    // Another device may have signed in since.
    staleTime: 0,
    meta: { isSaved: true, isQuiet: true },
  })

type List = Out<typeof sessions.output>

/** id '' ends all others. */
export const endSignIn = (client: QueryClient) => {
  const { queryKey } = signIns()
  return mutationOptions({
    mutationFn: (id: string) => ask(endSession, { id }),
    ...optimistic((id: string) => edit(client, queryKey, (list) => without(list, id)), { client, queryKey }),
  })
}

function without(list: List, id: string): List {
  const data = list.data.filter((one) => (id === '' ? one.is_current : one.id !== id))
  return { ...list, data, total: list.total - (list.data.length - data.length) }
}
