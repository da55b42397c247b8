/** The words of the home page. */
import { both } from '../kit/lang.ts'

export const homeText = both({
  en: {
    title: 'Homeport',
    welcome: 'Your films come home',
    welcomeText: 'Bind your box, paste a link, and it keeps going when you leave.',
    start: 'Get started',
    quiet: 'A quiet harbour',
    quietText: 'What your box brings in stands here. Add a download to begin.',
    toDownloads: 'Go to downloads',
    latest: 'Just arrived',
    all: 'All',
  },
  zh: {
    title: 'Homeport',
    welcome: '好片回家',
    welcomeText: '绑定盒子，粘贴链接，离开后也会继续下载。',
    start: '开始使用',
    quiet: '港湾里静悄悄',
    quietText: '盒子下载好的内容会出现在这里，先添加一个下载吧。',
    toDownloads: '去下载',
    latest: '刚刚完成',
    all: '全部',
  },
})
