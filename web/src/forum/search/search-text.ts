/** Texts of search. */
import { both } from '../../kit/lang.ts'

export const searchText = both({
  en: {
    title: 'Search',
    field: 'Search the forum',
    hot: 'Popular',
    tabs: { all: 'All', threads: 'Threads', replies: 'Replies', people: 'People', tags: 'Tags' },
    inReplies: 'Found in replies',
    seeAll: (n: string) => (n === '' ? 'All' : `All ${n}`),
    more: (n: number) => `${n}+`,
    inThread: (title: string) => `in ${title}`,
    which: 'What to search',
    none: (q: string) => `Nothing found for “${q}”`,
    noneText: 'Try fewer or different words.',
    threads: (n: string) => (n === '1' ? '1 thread' : `${n} threads`),
  },
  zh: {
    title: '搜索',
    field: '搜索论坛',
    hot: '热门搜索',
    tabs: { all: '全部', threads: '帖子', replies: '回复', people: '用户', tags: '标签' },
    inReplies: '回复中提到',
    seeAll: (n) => (n === '' ? '全部' : `全部 ${n}`),
    more: (n) => `${n}+`,
    inThread: (title) => `《${title}》`,
    which: '搜索范围',
    none: (q) => `没有找到「${q}」`,
    noneText: '换个词，或少输几个字试试。',
    threads: (n) => `${n} 帖`,
  },
})
