/** Keys of the services that the box asks for its films: the film database and the subtitle service. The owner sets them; no answer holds one whole. */
import * as z from 'zod/mini'
import { act } from './kit/operation.ts'

export const keyServices = ['tmdb', 'opensubtitles'] as const
export type KeyService = (typeof keyServices)[number]

/** The result of the trial of a key. '': it works. bad_key: the service refuses it. limit: too many requests for now. away: no usable answer. no_network: the box reaches no name server, or no network. */
export const keyFaults = ['', 'bad_key', 'limit', 'away', 'no_network'] as const
export type KeyFault = (typeof keyFaults)[number]

/** untried: kept, and tried again later, fault says why. refused: it was kept or had worked, and the service refuses it now. */
export const keyStates = ['none', 'trying', 'works', 'untried', 'refused'] as const

/** source: environment if the box's operator set it, which no act changes. last_four: '' of a very short key. set_by: '' if that person is not of the household, or of the environment. set_at in seconds, 0 of the environment. waiting: films that are still to be searched with it, 0 of others than tmdb. */
export const ApiKey = z.object({
  service: z.enum(keyServices),
  state: z.enum(keyStates),
  fault: z.enum(keyFaults),
  source: z.enum(['', 'environment', 'app']),
  last_four: z.string(),
  set_by: z.string(),
  set_at: z.number(),
  waiting: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A key of 32 hexadecimal digits, or a token. */
const tmdbKey = /^(?:[\da-fA-F]{32}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$/
/** Goes into a header as it is. */
const headerKey = /^[\x21-\x7e]{8,200}$/

export const apiKeyMaxLength = 1000

export function isApiKey(service: KeyService, key: string): boolean {
  return key.length <= apiKeyMaxLength && (service === 'tmdb' ? tmdbKey : headerKey).test(key)
}

const ApiKeys = z.object({ data: z.array(ApiKey) })

/** One entry for each service. */
export const apiKeys = act({ name: 'api_keys', needs: 'owner', input: z.object({}), output: ApiKeys })

/**
 * Tries the key, then keeps and uses it at once; one that cannot be tried is kept too. 4000 with field key and rule api_key_refused: the service refuses it, and the one before stays.
 * 4003 if the environment sets it. It is not noted in the inbox, which would hold the key.
 */
export const apiKeySet = act({
  name: 'api_key_set',
  needs: 'owner',
  input: z
    .object({
      service: z.enum(keyServices),
      key: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(apiKeyMaxLength, 'range')),
    })
    .check(z.refine(({ service, key }) => isApiKey(service, key), { path: ['key'], error: 'api_key' })),
  output: ApiKeys,
})

/** 4003 if the environment sets it. */
export const apiKeyRemove = act({
  name: 'api_key_remove',
  needs: 'owner',
  input: z.object({ service: z.enum(keyServices) }),
  output: ApiKeys,
})
