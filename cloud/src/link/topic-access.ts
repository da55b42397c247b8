/** What a box may do on the broker: everything is refused but its own few topics. */
import { devsnPattern, readTopic } from '@homeport/contract/kit/link.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'

export type MayPublish = { part: 'up'; lang: Lang } | { part: 'presence' }

/** A client id is a serial or it is nothing: `+ # / $ %`, NUL and all else end here, before any rule is filled in. */
export function isBoxId(id: unknown): id is string {
  return typeof id === 'string' && devsnPattern.test(id)
}

/** What a publication of this box to this topic means; undefined = refused. */
export function publishRule(devsn: string, topic: string): MayPublish | undefined {
  const read = readTopic(topic)
  if (!read || read.devsn !== devsn || read.part === 'down') return undefined
  return read.part === 'up' ? { part: 'up', lang: read.lang } : { part: 'presence' }
}

export function maySubscribe(devsn: string, topic: string): boolean {
  const read = readTopic(topic)
  return read?.devsn === devsn && read.part === 'down'
}
