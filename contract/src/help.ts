/** Feedback to the operator, and the version of this cloud (help and version hosts). */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'
import { Email } from './shape/field/rule.ts'
import { TextOf } from './shape/field/text.ts'

export const feedbackMax = 2_000
/** Screenshots: under 5M in total (spec 5). */
export const feedbackFiles = { most: 9, maxBytes: 5 * 1024 * 1024 - 1 }

/** Path spelled as in spec 7. Screenshots are uploaded as files, re-encoded, visible to the operator only. Needs no sign-in, so that sign-in problems can be reported. 4029 after ten an hour from one address. */
export const feedback = call({
  host: 'help',
  path: '/api/app/feekback',
  needs: 'anyone',
  files: feedbackFiles,
  input: z.object({
    text: TextOf(feedbackMax, { filled: 'feedback_filled', length: 'feedback_length' }),
    contact: Email,
  }),
  output: z.object({ id: z.string() }),
})

export const version = call({
  host: 'version',
  path: '/version',
  method: 'GET',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ version_name: z.string(), version_code: z.number() }),
})
