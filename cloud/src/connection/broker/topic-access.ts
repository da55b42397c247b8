/** MQTT topic access of a box: only its own few topics are allowed. */
import { devsnPattern, readTopic } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

export type MayPublish = { part: 'up'; lang: Lang } | { part: 'presence' }

/** A client id must be a serial number: `+ # / $ %`, NUL and all else are refused here, before they reach a topic pattern. */
export function isBoxId(id: unknown): id is string {
  return typeof id === 'string' && devsnPattern.test(id)
}

/** The meaning of a publication by this box to this topic; undefined = refused. */
export function publishRule(devsn: string, topic: string): MayPublish | undefined {
  const read = readTopic(topic)
  if (!read || read.devsn !== devsn || read.part === 'down') return undefined
  return read.part === 'up' ? { part: 'up', lang: read.lang } : { part: 'presence' }
}

export function maySubscribe(devsn: string, topic: string): boolean {
  const read = readTopic(topic)
  return read?.devsn === devsn && read.part === 'down'
}
