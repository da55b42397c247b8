/** Opens the bus to the other cloud processes at an MQTT broker. */
import { createHash } from 'node:crypto'
import { langs } from '@homeport/contract/kit/operation.ts'
import type { Log } from '../../kit/log.ts'
import { OperatorError } from '../../kit/operator-error.ts'
import type { Bus } from './bus.ts'
import type { Secrets } from '../base/secrets.ts'

export type OpenBus = (id: string, secrets: Secrets) => Promise<Bus>

/** Clouds that share a broker but not their data stay separate: the topic prefix is derived from their secrets. */
export function busOpener(url: string, log: Log): OpenBus {
  return async (id, secrets) => {
    // Loaded on demand: a cloud of one process does not need the memory of the MQTT client.
    const { mqttBus } = await import('./bus-mqtt.ts')
    const hash = createHash('sha256').update('bus')
    langs.forEach((lang) => hash.update(secrets[lang]))
    return mqttBus({ id, url, prefix: `homeport/${hash.digest('base64url').slice(0, 16)}`, log }).catch(() => {
      throw new OperatorError(
        'The broker at MQTT_URL does not answer or does not let us in: start it, or correct MQTT_URL (with its user and password).',
      )
    })
  }
}
