/** Texts of the explore tab. */
import { both } from '../kit/lang.ts'

export const exploreText = both({
  en: {
    search: 'Search',
    sides: { you: 'For you', boards: 'Boards' },
    empty: 'Nothing to recommend yet',
    emptyText: 'Once people start posting, the best threads appear here.',
    toBoards: 'Browse boards',
  },
  zh: {
    search: '搜索',
    sides: { you: '推荐', boards: '版块' },
    empty: '还没有可推荐的内容',
    emptyText: '有人发帖后，精彩内容会出现在这里。',
    toBoards: '查看版块',
  },
})
