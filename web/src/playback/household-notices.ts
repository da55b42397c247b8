/** Changes that other people of the household make on a screen are told once, with their name. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { textNow } from '../kit/lang.ts'
import { session } from '../kit/session.ts'
import { toast } from '../ui/toast.tsx'
import { playbackText } from './text.ts'

/** The latest change that was said, by screen. */
const heard = new Map<string, string>()

/** before: what was known of the screen. */
export function tellChange(info: PlayerInfo, before: PlayerInfo | undefined): void {
  const { change, screen_id } = info
  if (!change || heard.get(screen_id) === change.id) return
  heard.set(screen_id, change.id)
  const own = session.get().user?.user_id ?? ''
  // Only for a person who started what plays or played there.
  const isConcerned = own !== '' && before !== undefined && before.user_id === own
  if (!isConcerned || change.user_id === own || change.user_name === '') return
  const words = textNow(playbackText)
  const name = change.user_name
  if (change.kind === 'play') toast(words.tookOver(name, info.title, info.screen_name))
  else toast(words.others[change.kind](name))
}
