/** The state of a wish, in words. */
import type { Wish } from '@homeport/contract/feed/wish.ts'
import { episodeNumber } from '../episode-number.ts'
import type { wishText } from './wish-text.ts'

type Words = (typeof wishText)['en']

export function wishState({ state, quality_from, kind, taken }: Wish, words: Words): string {
  if (state === 'waiting') return quality_from === '' ? words.waiting : words.waitingFor(quality_from)
  if (kind === 'series' && taken > 0) return words.takenOf(taken)
  return state === 'here' ? words.inLibrary : words[state]
}

/** 'The Lamplighters S1 E4' of an episode. */
export function wishTitle({ title, kind, season, episode }: Wish): string {
  return kind === 'episode' ? `${title} ${episodeNumber({ season, number: episode, number_end: null })}` : title
}
