/** Where a film plays, and who of the others started it. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { session } from '../kit/session.ts'
import type { playbackText } from './text.ts'

export function whereItPlays(info: PlayerInfo, words: (typeof playbackText)['en']): string {
  const name = starterOf(info)
  return [info.screen_name || words.screens, name].filter(Boolean).join(' · ')
}

/** '' for one's own film, and for a film that was started on the TV. */
export function starterOf({ user_id, user_name }: PlayerInfo): string {
  return user_id !== '' && user_id === session.get().user?.user_id ? '' : user_name
}
