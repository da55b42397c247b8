/** Queries and mutations of the user's profile, avatar and data export. */
import { avatar, exportData, profile, saveProfile, type Profile } from '@homeport/contract/account.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { session, setUser } from '../../kit/session.ts'

const keyOf = () => [session.get().lang, 'account', 'profile']

/** The copy stored in the browser is shown at once. */
export const ownProfile = () =>
  queryOptions({
    queryKey: keyOf(),
    queryFn: async ({ signal }) => {
      const user = await ask(profile, {}, { signal })
      setUser(user)
      return user
    },
    placeholderData: session.get().user ?? undefined,
    // The stored copy may be older than this user's last change.
    staleTime: 0,
    meta: { isSaved: true, isQuiet: true },
  })

function keep(client: QueryClient, user: Profile): void {
  client.setQueryData(keyOf(), user)
  setUser(user)
}

const takesField = (failure: unknown) => isFailure(failure, 'field')

export const saveOwn = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (changes: In<typeof saveProfile.input>) => ask(saveProfile, changes),
    onSuccess: (user) => keep(client, user),
    meta: { takes: takesField },
  })

/** null removes the picture. */
export const savePicture = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (picture: Blob | null) => (picture ? ask(avatar, {}, { files: [picture] }) : ask(avatar, { remove: true })),
    onSuccess: (user) => keep(client, user),
    meta: { takes: takesField },
  })

export const ownData = mutationOptions({ mutationFn: () => ask(exportData, {}) })
