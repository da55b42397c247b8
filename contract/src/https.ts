/** Whether this cloud serves https on a port of its own, and has a CA of its own that a phone must trust first (version host; docs/decisions/056). */
import * as z from 'zod/mini'
import { call } from './kit/promise.ts'

/** The page of the cloud on which a phone gets the CA; there if has_ca. */
export const trustPath = '/trust'

/** port: 0 if there is no https of our own. */
export const readHttps = call({
  host: 'version',
  path: '/https',
  method: 'GET',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ port: z.int(), has_ca: z.boolean() }),
})
