/** Texts of films on shelves and cards: home shows them before the library is opened. */
import type { Film } from '@homeport/contract/movie/movie.ts'
import { both } from '../kit/lang.ts'

export const shelfText = both({
  en: {
    seasons: (n: number) => (n === 1 ? '1 season' : `${n} seasons`),
    episodes: (n: number) => (n === 1 ? '1 episode' : `${n} episodes`),
    watched: 'Watched',
    seenPart: (percent: number) => `${percent}% watched`,
    leftToWatch: (time: string) => `${time} left`,
    goOn: 'Continue watching',
    nextEpisode: (episode: string) => `Next: ${episode}`,
    fresh: 'Newly added',
    all: 'All',
  },
  zh: {
    seasons: (n) => `${n} 季`,
    episodes: (n) => `${n} 集`,
    watched: '已看',
    seenPart: (percent) => `已看 ${percent}%`,
    leftToWatch: (time) => `剩余 ${time}`,
    goOn: '继续观看',
    nextEpisode: (episode) => `下一集：${episode}`,
    fresh: '最近添加',
    all: '全部',
  },
})

type Words = { seasons: (n: number) => string; episodes: (n: number) => string }

/** How long a series is: '2 seasons', or its episodes where it has one season or only specials. */
export function lengthOfSeries({ seasons, episodes }: Pick<Film, 'seasons' | 'episodes'>, words: Words): string {
  return seasons > 1 ? words.seasons(seasons) : words.episodes(episodes)
}
