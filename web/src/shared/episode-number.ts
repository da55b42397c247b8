/** The number of an episode in words: 'S1 E4', '第 1 季第 4 集'. */
import type { Episode } from '@homeport/contract/movie/series.ts'
import { both, textNow } from '../kit/lang.ts'

type Numbered = Pick<Episode, 'season' | 'number' | 'number_end'>

const numberText = both({
  en: {
    special: (numbers: string) => `special ${numbers}`.trim(),
    regular: (season: number, numbers: string) => (numbers === '' ? `S${season}` : `S${season} E${numbers}`),
  },
  zh: {
    special: (numbers) => (numbers === '' ? '特别篇' : `特别篇第 ${numbers} 集`),
    regular: (season, numbers) => `第 ${season} 季${numbers === '' ? '' : `第 ${numbers} 集`}`,
  },
})

export function episodeNumber({ season, number, number_end }: Numbered): string {
  const words = textNow(numberText)
  const numbers = numberSpan({ number, number_end })
  return season === 0 ? words.special(numbers) : words.regular(season, numbers)
}

/** The span of a file with several episodes: '4–5'. '' if unknown. */
export function numberSpan({ number, number_end }: Omit<Numbered, 'season'>): string {
  if (number === null) return ''
  return number_end === null || number_end === number ? String(number) : `${number}–${number_end}`
}
