/**
 * Watch here: this phone or computer opens the box's page in the local network and shows the film itself. The app's own page may not look at addresses
 * of the network (its security policy), so whether the box is in reach is known when the opened page has connected.
 */
import { exitPlayer } from '@homeport/contract/playback.ts'
import { screenHere } from '@homeport/contract/screen.ts'
import type { Out } from '@homeport/contract/kit/promise.ts'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { now } from '../kit/clock.ts'
import { textNow } from '../kit/lang.ts'
import { send } from '../kit/link.ts'
import { toast } from '../ui/toast.tsx'
import { refusalOf, start } from './data.ts'
import { playIntent, setIntent } from './intent.ts'
import { playbackText } from './text.ts'

/** at: when the key was issued. */
export type HereScreen = Out<typeof screenHere.output> & { at: number }

/** The box accepts the key for a minute. */
const keyMs = 50_000

/** As browsers name the device. */
export function ownName(agent: string): string {
  const known = [/iPhone/, /iPad/, /Android/, /Macintosh/, /Windows/, /CrOS/, /Linux/].find((one) => one.test(agent))
  const name = known?.exec(agent)?.[0] ?? ''
  return { Macintosh: 'Mac', CrOS: 'Chromebook', '': 'Browser' }[name] ?? name
}

/** Asked for before the press: browsers open a page only at a press. */
export async function prepareHere(): Promise<HereScreen> {
  return { ...(await send(screenHere, { name: ownName(navigator.userAgent) })), at: now() }
}

/** Sends the film to this screen, where it waits for the page, and opens the page beside the app. */
export async function watchHere(client: QueryClient, prepared: HereScreen, point: number): Promise<void> {
  const wish = playIntent.get()
  const page = open('', '_blank')
  if (!wish || !page) return
  page.opener = null
  setIntent(null)
  const words = textNow(playbackText)
  try {
    const screen = now() - prepared.at < keyMs ? prepared : await prepareHere()
    const { movie_id, path } = wish
    const target = screen.screen_id
    const playing = new MutationObserver(client, start()).mutate({ movie_id, path, point, target })
    page.location.replace(`${screen.address}/#key=${screen.key}`)
    const { is_pending } = await playing
    if (!is_pending) return
    // The page did not connect: this device is not in the box's network.
    await send(exitPlayer, { target })
    toast(words.hereAway)
  } catch (error) {
    page.close()
    toast(words.refusals[refusalOf(error) ?? 'failed'])
  }
}
