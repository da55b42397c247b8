/** The state that the drivers of all players share, and their work on it: one piece after another, in order. */
import type { Later } from '@homeport/contract/kit/later.ts'
import { createOneAtATime, type OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { PageMessage } from '../page/screen-pages.ts'

export type Load = Extract<MessageToScreen, { kind: 'load' }>
export type Tracks = Extract<MessageToScreen, { kind: 'tracks' }>
export type ReportState = Extract<PageMessage, { kind: 'report' }>['state']

export type DriverBaseDeps = {
  later: Later
  /** ms by a clock that nobody sets. */
  elapsed: () => number
  emit: (message: PageMessage) => void
  onFault: (fault: unknown) => void
}

export type DriverBase = DriverBaseDeps & {
  /** Work on the player, in order. */
  oneAtATime: OneAtATime
  /** The load that came last. One that a later one replaced, or whose film was left, is not carried out. */
  latest: Load | undefined
  /** The last completed command. */
  seq: number
  isStopped: boolean
}

export function createDriverBase<D extends DriverBaseDeps>(deps: D): D & DriverBase {
  return { ...deps, oneAtATime: createOneAtATime(), latest: undefined, seq: 0, isStopped: false }
}

/** The player understood what was asked of it and refuses. isNotNow: it asks for patience. */
export class PlayerRefusal extends Error {
  readonly isNotNow: boolean
  constructor(message: string, { isNotNow = false }: { isNotNow?: boolean } = {}) {
    super(message)
    this.isNotNow = isNotNow
  }
}

/** undefined where the player refuses to say or do it. Rejects where it does not answer. */
export async function unlessRefused<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PlayerRefusal) return undefined
    throw error
  }
}

/** Work that the player refuses is a fault of ours. onSilent: it does not answer, or died. */
export function enqueueWork(driver: DriverBase, work: () => Promise<void>, onSilent: () => void): void {
  driver
    .oneAtATime(async () => (driver.isStopped ? undefined : work()))
    .catch((error: unknown) => {
      if (driver.isStopped) return
      if (error instanceof PlayerRefusal) return driver.onFault(error)
      onSilent()
    })
}
