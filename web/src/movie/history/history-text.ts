/** Texts of the watch history. */
import { both } from '../../kit/lang.ts'

export const historyText = both({
  en: {
    title: 'Watch history',
    empty: 'Nothing watched yet',
    emptyText: 'Films and episodes that you play appear here.',
    toLibrary: 'Go to the library',
    watched: 'Watched',
    left: (time: string) => `${time} left`,
    stoppedAt: (at: string) => `Stopped at ${at}`,
    remove: (title: string) => `Remove ${title} from the history`,
    removed: 'Removed from the history',
    undo: 'Undo',
    clear: 'Clear all',
    clearTitle: 'Clear the whole history?',
    clearText: 'Watched marks and where you stopped are lost for all films of this box. This can’t be undone.',
    cancel: 'Cancel',
    cleared: 'History cleared',
  },
  zh: {
    title: '观看历史',
    empty: '还没有观看记录',
    emptyText: '你播放过的影片和剧集会出现在这里。',
    toLibrary: '去影库',
    watched: '已看',
    left: (time) => `剩 ${time}`,
    stoppedAt: (at) => `看到 ${at}`,
    remove: (title) => `从历史中移除 ${title}`,
    removed: '已从历史中移除',
    undo: '撤销',
    clear: '全部清空',
    clearTitle: '清空全部观看历史？',
    clearText: '这台盒子上所有影片的已看标记和播放进度都会清除，且无法恢复。',
    cancel: '取消',
    cleared: '历史已清空',
  },
})
