/** Texts of every search page. */
import { both } from '../../kit/lang.ts'

export const searchFieldText = both({
  en: {
    clear: 'Clear',
    history: 'Recent searches',
    clearHistory: 'Clear recent searches',
    removeOne: (q: string) => `Remove ${q}`,
  },
  zh: {
    clear: '清除',
    history: '搜索历史',
    clearHistory: '清空历史',
    removeOne: (q) => `删除 ${q}`,
  },
})
