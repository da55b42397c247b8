/** Texts of notifications in the settings. */
import type { PushKind } from '@homeport/contract/push.ts'
import { both } from '../kit/lang.ts'
import type { Obstacle } from './push-browser.ts'

const kinds: Record<PushKind, string> = {
  done: 'Download complete',
  needs: 'Download needs attention',
  reply: 'Replies and messages',
  film: 'New films',
}
const obstacles: Record<Obstacle, string> = {
  install: 'To get notifications on this iPhone or iPad, add Homeport to the Home Screen: tap Share, then Add to Home Screen.',
  denied: 'Notifications are blocked for Homeport. Allow them in the browser’s or phone’s settings, then try again.',
  unable: 'This browser doesn’t support notifications, or its push service can’t be reached.',
}

export const pushText = both({
  en: {
    title: 'Notifications',
    kinds,
    obstacles,
    plain: 'Needs https',
    howTo: 'How to',
    quiet: 'Quiet hours',
    never: 'Off',
    from: 'From',
    to: 'To',
    quietText: 'What comes in this time is kept, and shown as one summary when it ends.',
    save: 'Save',
    saved: 'Quiet hours saved',
    failed: 'Notification settings couldn’t be loaded',
    wrongTime: 'Enter a time',
    sameTime: 'Enter a time other than the start',
  },
  zh: {
    title: '通知',
    kinds: { done: '下载完成', needs: '下载出错', reply: '回复和消息', film: '新片入库' },
    obstacles: {
      install: '要在 iPhone 或 iPad 上接收通知，请先将 Homeport 添加到主屏幕：轻点「共享」，再选「添加到主屏幕」。',
      denied: '已禁止 Homeport 发送通知，请在浏览器或手机设置中允许后重试。',
      unable: '此浏览器不支持通知，或无法连接其推送服务。',
    },
    plain: '需要 https',
    howTo: '如何开启',
    quiet: '免打扰时段',
    never: '关闭',
    from: '开始',
    to: '结束',
    quietText: '此时段内的通知会先保留，结束后合并为一条摘要。',
    save: '保存',
    saved: '免打扰时段已保存',
    failed: '无法加载通知设置',
    wrongTime: '请输入时间',
    sameTime: '结束时间不能与开始时间相同',
  },
})
