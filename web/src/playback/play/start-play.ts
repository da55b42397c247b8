/** The play flow from button to TV: with a single choice the user is not asked; failures are shown. */
import type { Device } from '@homeport/contract/device.ts'
import { PlayerStatus, playerStatus } from '@homeport/contract/playback/playback.ts'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { now } from '../../kit/time/clock.ts'
import { textNow } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { send } from '../../kit/call/box-connection.ts'
import { toast } from '../../ui/toast.tsx'
import { question } from '../../ui/modal.tsx'
import { start } from '../data.ts'
import { inUseOf, refusalOf } from '../play-refusal.ts'
import { screens, tvsToPlayOn } from '../screens-data.ts'
import { playIntent, setIntent, type PlayIntent, type PlayWish } from './intent.ts'
import { closeRemote, openRemote } from '../open-remote.ts'
import { player } from '../player.ts'
import { playbackText } from '../text.ts'

type How = { point?: number; isReplacing?: boolean }
type Target = { screen_id: string; name: string }

/** Play was pressed: with exactly one TV online it plays there at once, else the sheet asks where; isChoosing: it asks in any case. */
export async function wantToPlay(
  client: QueryClient,
  device: Device,
  { isChoosing, ...wish }: PlayWish & { isChoosing?: boolean },
): Promise<void> {
  const intent: PlayIntent = {
    ...wish,
    devsn: device.devsn,
    step: 'looking',
    target: '',
    screen_name: '',
    from: location.hash,
    at: now(),
  }
  setIntent(intent)
  const list = await client.fetchQuery({ ...screens(device), staleTime: 0 }).catch(() => undefined)
  if (playIntent.get() !== intent) return
  const online = tvsToPlayOn(list)
  const [only] = online
  // Without the list play is sent anyway: the box's response says what is wrong.
  if (!list) await playOn(client, { screen_id: '', name: '' })
  else if (only && online.length === 1 && !isChoosing) await playOn(client, only)
  else setIntent({ ...intent, step: 'choosing' })
}

/** Opens the remote at once, which shows that the film is starting. */
export async function playOn(client: QueryClient, { screen_id, name }: Target, how: How = {}): Promise<void> {
  const { point, isReplacing = false } = how
  const wish = playIntent.get()
  if (!wish) return
  const intent: PlayIntent = { ...wish, point: point ?? wish.point, step: 'starting', target: screen_id, screen_name: name }
  setIntent(intent)
  openRemote()
  const isMine = () => playIntent.get() === intent
  try {
    const { movie_id, path } = intent
    await new MutationObserver(client, start()).mutate({
      movie_id,
      path,
      point: intent.point,
      target: screen_id,
      ...(isReplacing && { is_replacing: true }),
    })
    if (isMine()) setIntent(null)
  } catch (error) {
    if (!isMine()) return
    closeRemote()
    const inUse = inUseOf(error)
    if (inUse) return askToReplace(client, intent, inUse)
    const reason = refusalOf(error)
    if (reason === 'no_screen') return setIntent({ ...intent, step: 'choosing', target: '', screen_name: '' })
    setIntent(null)
    if (reason) toast(textNow(playbackText).refusals[reason])
  }
}

/** Somebody else's film plays there: it is replaced only on purpose. */
async function askToReplace(
  client: QueryClient,
  intent: PlayIntent,
  inUse: NonNullable<ReturnType<typeof inUseOf>>,
): Promise<void> {
  const words = textNow(playbackText)
  const { user_name, title, screen_name } = inUse
  setIntent(null)
  const given = await question({
    title: words.inUse(user_name, title, screen_name),
    text: words.inUseText,
    confirm: words.replace,
    other: words.playElsewhere,
    cancel: textNow(commonText).cancel,
  })
  if (given === 'left' || given === 'cancel' || playIntent.get() !== null) return
  setIntent({ ...intent, step: 'choosing', target: '', screen_name: '' })
  if (given === 'confirm')
    await playOn(client, { screen_id: intent.target, name: intent.screen_name }, { point: intent.point, isReplacing: true })
}

/** After a reload: a film that is already starting is not sent again. */
export async function takeUp(client: QueryClient, device: Device, unfinished: PlayIntent): Promise<void> {
  if (unfinished.step !== 'starting') return wantToPlay(client, device, unfinished)
  setIntent(unfinished)
  const info = await send(playerStatus, {}).catch(() => null)
  if (playIntent.get() !== unfinished) return
  const isSameFilm = unfinished.movie_id === '' ? info?.screen_id === unfinished.target : info?.movie_id === unfinished.movie_id
  if (!info || !isSameFilm || (info.status === PlayerStatus.closed && !info.is_pending))
    return playOn(client, { screen_id: unfinished.target, name: unfinished.screen_name })
  setIntent(null)
  player.hear(info)
  openRemote()
}
