/** Texts that all features share: units of time, common buttons. */
import { both } from './lang.ts'

export const formatText = both({
  en: {
    justNow: 'just now',
    yesterday: 'Yesterday',
    standardQuality: 'SD',
    seconds: (n: number) => `${n} s`,
    minutes: (n: number) => `${n} min`,
    hours: (h: number, m: number) => (m === 0 ? `${h} h` : `${h} h ${m} min`),
    days: (n: number) => `${n} d`,
    minutesAgo: (n: number) => (n === 1 ? '1 minute ago' : `${n} minutes ago`),
    hoursAgo: (n: number) => (n === 1 ? '1 hour ago' : `${n} hours ago`),
    daysAgo: (n: number) => (n === 1 ? '1 day ago' : `${n} days ago`),
  },
  zh: {
    justNow: '刚刚',
    yesterday: '昨天',
    standardQuality: '标清',
    seconds: (n) => `${n} 秒`,
    minutes: (n) => `${n} 分钟`,
    hours: (h, m) => (m === 0 ? `${h} 小时` : `${h} 小时 ${m} 分`),
    days: (n) => `${n} 天`,
    minutesAgo: (n) => `${n} 分钟前`,
    hoursAgo: (n) => `${n} 小时前`,
    daysAgo: (n) => `${n} 天前`,
  },
})

export const commonText = both({
  en: {
    back: 'Back',
    goHome: 'Go to Home',
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Try again',
    loading: 'Loading',
    erased: 'Deleted account',
    leaveTitle: 'Leave without saving?',
    leaveText: 'What you changed on this page will be lost.',
    leave: 'Leave',
    stay: 'Keep editing',
    failedTitle: 'Couldn’t load',
    failedText: 'Check your connection and try again.',
  },
  zh: {
    back: '返回',
    goHome: '回首页',
    close: '关闭',
    cancel: '取消',
    retry: '重试',
    loading: '加载中',
    erased: '账号已注销',
    leaveTitle: '不保存就离开？',
    leaveText: '本页的修改会丢失。',
    leave: '离开',
    stay: '继续编辑',
    failedTitle: '加载失败',
    failedText: '请检查网络后重试。',
  },
})
