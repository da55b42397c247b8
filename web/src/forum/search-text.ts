/** The words of search. */
import { both } from '../kit/lang.ts'

export const searchText = both({
  en: {
    title: 'Search',
    field: 'Search threads, people, tags',
    go: 'Search',
    clear: 'Clear',
    history: 'You looked for',
    clearHistory: 'Clear history',
    dropOne: (q: string) => `Forget ${q}`,
    hot: 'Hot now',
    noHot: 'What many look for will stand here.',
    tabs: { threads: 'Threads', people: 'People', tags: 'Tags' },
    which: 'What to search',
    none: (q: string) => `Nothing found for “${q}”`,
    noneText: 'Try fewer or other words. One slip of a key is forgiven.',
    threads: (n: string) => (n === '1' ? '1 thread' : `${n} threads`),
  },
  zh: {
    title: '搜索',
    field: '搜索帖子、用户、标签',
    go: '搜索',
    clear: '清除',
    history: '搜索历史',
    clearHistory: '清空历史',
    dropOne: (q) => `删除 ${q}`,
    hot: '热门搜索',
    noHot: '大家常搜的内容会出现在这里。',
    tabs: { threads: '帖子', people: '用户', tags: '标签' },
    which: '搜索范围',
    none: (q) => `没有找到“${q}”`,
    noneText: '换个词或少输几个字试试，输错一个字母也能找到。',
    threads: (n) => `${n} 帖`,
  },
})
