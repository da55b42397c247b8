/** The offline cache on this device: its size, and clearing it. Unsent work is kept. */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { forgetCaches, forgetSaved, readSaved, savedBytes, writeSaved } from '../kit/storage.ts'
import { session } from '../kit/session.ts'

const picturesOf = () => `${session.get().lang}/picture/`

/** Storage key of the user's cached responses (app/offline.ts); '' for a guest, who has none. */
function answersOf(): string {
  const { lang, token, user } = session.get()
  return token !== '' && user ? `${lang}/${user.user_id}` : ''
}

export const savedSize = () =>
  queryOptions({
    queryKey: [session.get().lang, 'settings', 'saved', answersOf()],
    queryFn: async () => {
      const answers = answersOf() === '' ? null : await readSaved(answersOf())
      return (await savedBytes(picturesOf())) + (answers ? JSON.stringify(answers).length : 0)
    },
    staleTime: 0,
  })

export const clearSaved = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async () => {
      await forgetSaved(picturesOf())
      if (answersOf() !== '') await writeSaved(answersOf(), null)
      await forgetCaches(session.get().lang)
    },
    onSuccess: () => {
      client.removeQueries({ type: 'inactive' })
      client.setQueryData(savedSize().queryKey, 0)
    },
  })
