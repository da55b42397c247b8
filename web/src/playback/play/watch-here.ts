/**
 * Watch here: this phone or computer goes to the box's page in the local network, which shows the film itself; Back leads to the app again. An app from https elsewhere may
 * not look at addresses of the network, so whether the box is in reach is known when the person comes back: the box says whether the page was there.
 * Away from home it goes to the same page at the cloud, where its operator relays films.
 */
import { screenHere } from '@homeport/contract/playback/screen.ts'
import type { QueryClient } from '@tanstack/react-query'
import { later } from '../../kit/time/clock.ts'
import { lang, textNow } from '../../kit/lang.ts'
import { send } from '../../kit/call/box-connection.ts'
import { leaveFor } from '../../kit/nav/nav.ts'
import { appAddress, boxAddress, stopGoing } from '../../kit/browser-features.ts'
import { session } from '../../kit/session.ts'
import { findAwayWay } from '../../shared/away-way.ts'
import { toast } from '../../ui/toast.tsx'
import { screens } from '../screens-data.ts'
import { hereScreen } from './here-screen.ts'
import { playIntent, setIntent } from './intent.ts'
import { playbackText } from '../text.ts'

/** At home the box answers far sooner. */
const reachedWithinMs = 8_000

/** As browsers name the device. */
export function ownName(agent: string): string {
  const system = [/iPhone/, /iPad/, /Android/, /Macintosh/, /Windows/, /CrOS/, /Linux/].find((one) => one.test(agent))
  const name = system?.exec(agent)?.[0] ?? ''
  return { Macintosh: 'Mac', CrOS: 'Chromebook', '': 'Browser' }[name] ?? name
}

/** Goes to the box's page with the film that was chosen. point: ms. */
export async function watchHere(client: QueryClient, point: number): Promise<void> {
  const wish = playIntent.get()
  if (!wish) return
  try {
    const asking = send(screenHere, { name: ownName(navigator.userAgent) })
    const [{ screen_id, address, https_port, key }, away] = await Promise.all([asking, findAwayWay()])
    // Meanwhile the sheet was closed.
    if (playIntent.get() !== wish) return
    setIntent(null)
    const { movie_id: movie, path } = wish
    const sent = { key, movie, path, point: String(point), lang: lang.get(), app: appAddress() + location.hash }
    const go = (page: string) => leaveFor(`${page}#${new URLSearchParams(sent).toString()}`)
    if (away.address !== '' && !away.isNear) return go(away.address)
    hereScreen.set(screen_id)
    go(boxAddress(`${address}/`, https_port))
    later(reachedWithinMs, () => giveUp(client, () => away.address !== '' && go(away.address)))
  } catch {
    toast(textNow(playbackText).refusals.failed)
  }
}

/** The app is still there: a browser waits a minute and longer for an address that does not answer. */
function giveUp(client: QueryClient, goAway: () => false | void): void {
  if (hereScreen.get() === '') return
  stopGoing()
  if (goAway() === false) void returnFromHere(client)
  else hereScreen.set('')
}

/** The person is back in the app: where the box's page was never reached, one sentence says what it needs. */
export async function returnFromHere(client: QueryClient): Promise<void> {
  const screen_id = hereScreen.get()
  const { device } = session.get()
  if (screen_id === '' || !device) return
  hereScreen.set('')
  const list = await client.fetchQuery({ ...screens(device), staleTime: 0 }).catch(() => undefined)
  const isAwaited = list?.data.some((one) => one.screen_id === screen_id && one.is_awaited) ?? false
  if (isAwaited) toast(textNow(playbackText).hereAway)
}
