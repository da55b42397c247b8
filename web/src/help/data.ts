/** Feedback on its way to the operator; the version of the cloud. */
import { feedback, version } from '@homeport/contract/help.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { isFailure } from '../kit/failure.ts'
import { dropDraft, type Words } from './draft.ts'

type Sent = { lang: Lang; words: Words; pictures: readonly Blob[] }

/** Drops the draft once it was taken, also when its page was left meanwhile. */
export const sending = mutationOptions({
  mutationFn: ({ words, pictures }: Sent) => ask(feedback, words, { files: pictures }),
  onSuccess: (_, { lang }) => dropDraft(lang),
  meta: { takes: (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code') },
})

export const cloudVersion = (lang: Lang) =>
  queryOptions({
    queryKey: [lang, 'help', 'version'],
    queryFn: ({ signal }) => ask(version, {}, { signal }),
    staleTime: Infinity,
    meta: { isQuiet: true },
  })
