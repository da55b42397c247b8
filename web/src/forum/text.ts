/** The words of the explore tab. */
import { both } from '../kit/lang.ts'

export const forumText = both({
  en: {
    title: 'Explore',
    empty: 'No boards on this server',
    emptyText: 'The forum of this server has not been opened. Your box and its downloads work without it.',
    toDevice: 'Go to the device',
  },
  zh: {
    title: '发现',
    empty: '本服务器还没有版块',
    emptyText: '这里的论坛尚未开放，不影响盒子和下载的使用。',
    toDevice: '去设备页',
  },
})
