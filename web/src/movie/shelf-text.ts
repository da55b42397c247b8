/** Texts of films on shelves and cards: home shows them before the library is opened. */
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
