/** The state of a wish, in words, with how far its download is. */
import type { Wish } from '@homeport/contract/feed/wish.ts'
import { episodeNumber } from '../../shared/episode-number.ts'
import type { wishText } from './wish-text.ts'

type Words = (typeof wishText)['en']

export function wishState(wish: Wish, words: Words): string {
  const percent = wish.progress === null ? '' : `${wish.progress}%`
  return [stateWords(wish, words), percent].filter(Boolean).join(' · ')
}

function stateWords({ state, quality_from, kind, taken }: Wish, words: Words): string {
  if (state === 'waiting') return quality_from === '' ? words.waiting : words.waitingFor(quality_from)
  if (kind === 'series' && taken > 0) return words.takenOf(taken)
  return state === 'here' ? words.inLibrary : words[state]
}

/** 'S1 E4' of an episode, 'S1' of a season; '' of a film, and of a series as a whole. */
export function wishNumber({ season, episode }: Wish): string {
  return season === 0 ? '' : episodeNumber({ season, number: episode || null, number_end: null })
}

export function wishTitle(wish: Wish): string {
  return `${wish.title} ${wishNumber(wish)}`.trimEnd()
}
