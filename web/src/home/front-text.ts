/** Texts of the home page's banners and forum part. */
import { both } from '../kit/lang.ts'

export const frontText = both({
  en: {
    banners: 'Highlights',
    hideBanner: (title: string) => `Hide ${title}`,
    forum: 'From the forum',
    explore: 'Explore',
    replies: (n: number) => (n === 1 ? '1 reply' : `${n} replies`),
    pinned: 'Pinned',
    fresh: 'New',
    anonymous: 'Someone',
    lastReply: (ago: string) => `last reply ${ago}`,
    boards: { announcements: 'Announcements', updates: 'Updates' },
  },
  zh: {
    banners: '推荐',
    hideBanner: (title) => `隐藏「${title}」`,
    forum: '论坛热帖',
    explore: '发现',
    replies: (n) => `${n} 条回复`,
    pinned: '置顶',
    fresh: '新',
    anonymous: '匿名用户',
    lastReply: (ago) => `最后回复 ${ago}`,
    boards: { announcements: '公告', updates: '更新' },
  },
})
