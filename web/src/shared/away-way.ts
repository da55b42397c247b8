/** The way to the box from outside of its house, through the cloud, where its operator relays it. */
import { awayPass } from '@homeport/contract/device.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { isLanOpen } from '../kit/lan-open.ts'
import { session } from '../kit/session.ts'

/** address: below it lie the player's page and the box's files, for a minute; '' where there is no such way, or the cloud does not say. */
export type AwayWay = { address: string; isNear: boolean }

/** Older clouds know no such way, older boxes open none: all is as without. */
export async function findAwayWay(): Promise<AwayWay> {
  const { device } = session.get()
  if (!device) return { address: '', isNear: true }
  const { address, is_near } = await ask(awayPass, { devsn: device.devsn }).catch(() => ({ address: '', is_near: true }))
  // The cloud compares addresses, and a house may have one of each family. A box that this app reaches by itself is in its house.
  return { address, isNear: is_near || isLanOpen.get() }
}

/** For words; a pass is asked for anew when somebody goes. */
export const awayWay = (devsn: string) =>
  queryOptions({ queryKey: [session.get().lang, 'away', devsn], queryFn: findAwayWay, retry: false, meta: { isQuiet: true } })
