/** The api-key feature: the owner sets the keys of the services that the box asks for its films, and they hold at once. */
import { join } from 'node:path'
import { apiKeyRemove, apiKeys, apiKeySet, type KeyService } from '@homeport/contract/api-key.ts'
import { answer, type ActCaller } from '../kit/connection/answer.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import { createApiKeys, usedKey, type ApiKeyDeps, type KeySetter } from './api-keys.ts'
import { createKeyFile } from './key-file.ts'

export type ApiKeyFeatureDeps = Omit<ApiKeyDeps, 'file' | 'users' | 'waiting'> & {
  /** The box's own folder. */
  folder: string
  events: Pick<StationEventBus, 'on'>
  warn: (line: string) => void
}
/** connect: after the features that use the keys are there. */
export type ApiKeyFeature = {
  keyOf: (service: KeyService) => string
  connect: (deps: Pick<ApiKeyDeps, 'users' | 'waiting'>) => Feature
}

export function apiKeyFeature(ports: ApiKeyFeatureDeps): ApiKeyFeature {
  const { folder, environment, events, warn, onFault } = ports
  const file = createKeyFile(join(folder, 'api-keys.json'), warn)
  return {
    keyOf: (service) => usedKey({ environment, file }, service),
    connect(parts) {
      const keys = createApiKeys({ ...ports, ...parts, file })
      events.on('household', ({ realms }) => {
        if (realms.length === 0) void keys.forgetAll().catch(onFault)
      })
      return {
        acts: [
          answer(apiKeys, () => keys.look()),
          answer(apiKeySet, ({ service, key }, by) => keys.set(service, key, setterOf(by))),
          answer(apiKeyRemove, ({ service }) => keys.remove(service)),
        ],
        slowTick: () => keys.slowTick(),
        stop: () => keys.stop(),
      }
    },
  }
}

function setterOf({ realm, from }: ActCaller): KeySetter {
  return { realm, user_id: from?.user_id ?? '' }
}
