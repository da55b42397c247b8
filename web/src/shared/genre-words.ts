/** Names of genres; a genre that is not in the list is shown as the box reports it. */
import type { filmGenres } from '@homeport/contract/movie/movie.ts'
import { both } from '../kit/lang.ts'

type Genre = (typeof filmGenres)[number]

const names: Record<'en' | 'zh', Record<Genre, string>> = {
  en: {
    action: 'Action',
    adventure: 'Adventure',
    animation: 'Animation',
    biography: 'Biography',
    comedy: 'Comedy',
    crime: 'Crime',
    documentary: 'Documentary',
    drama: 'Drama',
    family: 'Family',
    fantasy: 'Fantasy',
    history: 'History',
    horror: 'Horror',
    kids: 'Kids',
    'martial-arts': 'Martial arts',
    music: 'Music',
    mystery: 'Mystery',
    news: 'News',
    politics: 'Politics',
    reality: 'Reality',
    romance: 'Romance',
    'science-fiction': 'Science fiction',
    soap: 'Soap',
    sport: 'Sport',
    talk: 'Talk show',
    thriller: 'Thriller',
    'tv-movie': 'TV movie',
    war: 'War',
    western: 'Western',
  },
  zh: {
    action: '动作',
    adventure: '冒险',
    animation: '动画',
    biography: '传记',
    comedy: '喜剧',
    crime: '犯罪',
    documentary: '纪录片',
    drama: '剧情',
    family: '家庭',
    fantasy: '奇幻',
    history: '历史',
    horror: '恐怖',
    kids: '儿童',
    'martial-arts': '武侠',
    music: '音乐',
    mystery: '悬疑',
    news: '新闻',
    politics: '政治',
    reality: '真人秀',
    romance: '爱情',
    'science-fiction': '科幻',
    soap: '肥皂剧',
    sport: '运动',
    talk: '脱口秀',
    thriller: '惊悚',
    'tv-movie': '电视电影',
    war: '战争',
    western: '西部',
  },
}

export const genreText = both({
  en: { genre: (key: string) => nameOf(names.en, key) },
  zh: { genre: (key) => nameOf(names.zh, key) },
})

function nameOf(of: Partial<Record<string, string>>, key: string): string {
  return of[key] ?? key
}
