/** The key of each service: the environment's, or the one that the owner set; tried when it is set, and later while it could not be. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { keyServices, type ApiKey, type KeyFault, type KeyService } from '@homeport/contract/api-key.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { KeyUser } from '../shared/api-key.ts'
import { Refusal } from '../kit/refusal.ts'
import type { KeptKey, KeyFile } from './key-file.ts'

export type KeySetter = Pick<KeptKey, 'realm' | 'user_id'>
export type ApiKeyDeps = {
  file: KeyFile
  /** '' of a service that the environment does not set. */
  environment: Record<KeyService, string>
  users: Record<KeyService, KeyUser>
  /** Films that are still to be searched. */
  waiting: () => Promise<number>
  /** '' of who is not of the household. */
  nameOf: (realm: KeptKey['realm'], user_id: string) => string
  now: () => number
  elapsed: () => number
  onFault: (fault: unknown) => void
  /** An act is answered within 10 s. */
  tryWithinMs?: number
}

/** at: when the last trial ended. failures: trials in a row that said nothing of the key. */
type Trial = { key: string; fault: KeyFault; at: number; failures: number }

const firstWaitMs = 30_000
const longestWaitMs = 3_600_000
/** A trial older than this is repeated, so that the settings show whether a key still works. */
const staleMs = 600_000
/** Four signs of a shorter key would tell too much. */
const showsEndFrom = 12

function waitMsAfter({ failures }: Trial): number {
  return failures === 0 ? staleMs : backoff(failures - 1, { first: firstWaitMs, most: longestWaitMs })
}

/** '' if there is none. */
export function usedKey({ environment, file }: Pick<ApiKeyDeps, 'environment' | 'file'>, service: KeyService): string {
  return environment[service] || (file.of(service)?.key ?? '')
}

export function createApiKeys({ file, environment, users, waiting, nameOf, onFault, tryWithinMs = 6_000, ...clock }: ApiKeyDeps) {
  const trials = new Map<KeyService, Trial>()
  const underWay = new Map<KeyService, Promise<void>>()
  const stopping = new AbortController()

  const keyOf = (service: KeyService): string => usedKey({ environment, file }, service)
  /** The trial of the key that is used now. */
  const trialOf = (service: KeyService): Trial | undefined => {
    const trial = trials.get(service)
    return trial?.key === keyOf(service) ? trial : undefined
  }

  async function faultOf(service: KeyService, key: string): Promise<KeyFault> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(tryWithinMs)])
    return users[service].tryKey(key, signal)
  }

  function note(service: KeyService, key: string, fault: KeyFault): void {
    const isSilent = fault !== '' && fault !== 'bad_key'
    const failures = isSilent ? (trialOf(service)?.failures ?? 0) + 1 : 0
    trials.set(service, { key, fault, at: clock.elapsed(), failures })
  }

  /** Another key may have taken its place meanwhile. */
  async function tryAgain(service: KeyService): Promise<void> {
    const key = keyOf(service)
    const fault = await faultOf(service, key)
    if (stopping.signal.aborted || keyOf(service) !== key) return
    note(service, key, fault)
    const stored = file.of(service)
    if (fault !== '' || environment[service] !== '' || !stored || stored.is_tried) return
    file.write(service, { ...stored, is_tried: true })
    await users[service].useKey(key)
  }

  function tryInBackground(service: KeyService): void {
    if (keyOf(service) === '' || underWay.has(service)) return
    const trial = tryAgain(service)
      .catch(onFault)
      .finally(() => underWay.delete(service))
    underWay.set(service, trial)
  }

  function isDue(service: KeyService): boolean {
    const trial = trialOf(service)
    return !trial || clock.elapsed() >= trial.at + waitMsAfter(trial)
  }

  const isTried = (service: KeyService): boolean =>
    trialOf(service)?.fault === '' || (environment[service] === '' && file.of(service)?.is_tried === true)

  function stateOf(service: KeyService): Pick<ApiKey, 'state' | 'fault'> {
    if (keyOf(service) === '') return { state: 'none', fault: '' }
    const fault = trialOf(service)?.fault ?? ''
    if (fault === 'bad_key') return { state: 'refused', fault }
    if (isTried(service)) return { state: 'works', fault: '' }
    return underWay.has(service) ? { state: 'trying', fault: '' } : { state: 'untried', fault }
  }

  async function viewOf(service: KeyService): Promise<ApiKey> {
    const key = keyOf(service)
    const stored = environment[service] === '' ? file.of(service) : undefined
    return {
      service,
      ...stateOf(service),
      source: key === '' ? '' : stored ? 'app' : 'environment',
      last_four: key.length < showsEndFrom ? '' : key.slice(-4),
      set_by: stored ? nameOf(stored.realm, stored.user_id) : '',
      set_at: stored ? Math.floor(stored.set_at / 1_000) : 0,
      waiting: service === 'tmdb' && key !== '' ? await waiting() : 0,
    }
  }

  const list = async (): Promise<{ data: ApiKey[] }> => ({ data: await Promise.all(keyServices.map(viewOf)) })

  function refuseEnvironment(service: KeyService): void {
    if (environment[service] !== '') throw new Refusal(Code.notAllowed, { reason: 'environment' })
  }

  return {
    list,
    /** Looks at the keys again whose last trial is old. */
    async look(): Promise<{ data: ApiKey[] }> {
      for (const service of keyServices) if (isDue(service)) tryInBackground(service)
      return list()
    },
    /** The one that a service refuses is not kept; the one before stays. */
    async set(service: KeyService, key: string, by: KeySetter): Promise<{ data: ApiKey[] }> {
      refuseEnvironment(service)
      const fault = await faultOf(service, key)
      if (fault === 'bad_key') throw new Refusal(Code.invalid, { field: 'key', rule: 'api_key_refused' })
      file.write(service, { key, ...by, set_at: clock.now(), is_tried: fault === '' })
      note(service, key, fault)
      await users[service].useKey(key)
      return list()
    },
    async remove(service: KeyService): Promise<{ data: ApiKey[] }> {
      refuseEnvironment(service)
      file.write(service, undefined)
      await users[service].useKey('')
      return list()
    },
    /** Deletes the keys that people set, once the last of them is gone. */
    async forgetAll(): Promise<void> {
      for (const service of keyServices.filter(file.of)) {
        file.write(service, undefined)
        if (environment[service] === '') await users[service].useKey('')
      }
    },
    /** Those that a person set and that nobody could try yet. */
    slowTick(): void {
      for (const service of keyServices)
        if (environment[service] === '' && stateOf(service).state === 'untried' && isDue(service)) tryInBackground(service)
    },
    async stop(): Promise<void> {
      stopping.abort(new Error('the box stops'))
      await Promise.all(underWay.values())
    },
  }
}
