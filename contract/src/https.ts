/** Whether this cloud serves https on a port of its own, and has a CA of its own that a phone must trust first (version host; docs/decisions/056, 070). */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'

/** The page of the cloud on which a phone gets the CA; there if has_ca. */
export const trustPath = '/trust'

/** Answers 204 to a page of any origin: a page of http sees by it whether its browser trusts the https port. */
export const reachedPath = '/trust/reached'

/** port: 0 if there is no https of our own. origin: the address by https of the host by which the call came, such as https://192.168.1.20:8743; '' without https. */
export const readHttps = call({
  host: 'version',
  path: '/https',
  method: 'GET',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ port: z.int(), has_ca: z.boolean(), origin: z.string() }),
})
