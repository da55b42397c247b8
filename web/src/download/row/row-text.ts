/** Texts of a download's row: its buttons, and what a finished or endless one does. */
import { both } from '../../kit/lang.ts'

export const rowText = both({
  en: {
    startNow: (name: string) => `Start ${name} now`,
    lookAgain: (name: string) => `Look again for ${name}`,
    detail: 'Details',
    playNow: 'Play while it loads',
    select: (name: string) => `Select ${name}`,
    grip: (name: string) => `Move ${name} in the queue`,
    seeding: 'Seeding',
    live: (size: string) => `Live · ${size} so far`,
  },
  zh: {
    startNow: (name) => `立即开始 ${name}`,
    lookAgain: (name) => `为 ${name} 再找一次`,
    detail: '详情',
    playNow: '边下边播',
    select: (name) => `选择 ${name}`,
    grip: (name) => `调整 ${name} 的顺序`,
    seeding: '做种中',
    live: (size) => `直播中 · 已录 ${size}`,
  },
})
