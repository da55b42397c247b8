/** Texts of downloads on the home page, which loads no others. */
import { both } from '../kit/lang.ts'

export const homeDownloadText = both({
  en: {
    downloads: 'Downloads',
    all: 'All',
    timeLeft: (time: string) => time,
    downloading: (n: number) => (n === 0 ? 'Idle' : `${n} downloading`),
    waitingCount: (n: number) => `${n} unfinished`,
    needYou: (n: number) => (n === 1 ? '1 needs attention' : `${n} need attention`),
    lackRoom: (n: number) => (n === 1 ? '1 waiting for space' : `${n} waiting for space`),
    doneCount: (n: number) => `${n} complete`,
    none: 'No downloads',
    quiet: 'No downloads yet',
    quietText: 'Finished downloads appear here. Add one to get started.',
    toDownloads: 'Go to downloads',
    latest: 'Finished downloads',
  },
  zh: {
    downloads: '下载',
    all: '全部',
    timeLeft: (time) => `剩 ${time}`,
    downloading: (n) => (n === 0 ? '没有进行中的下载' : `${n} 个下载中`),
    waitingCount: (n) => `${n} 个未完成`,
    needYou: (n) => `${n} 个待处理`,
    lackRoom: (n) => `${n} 个等待空间`,
    doneCount: (n) => `${n} 个已完成`,
    none: '暂无下载任务',
    quiet: '暂无下载任务',
    quietText: '下载完成的内容会出现在这里，先添加一个下载吧。',
    toDownloads: '去下载',
    latest: '最近完成',
  },
})
