/** The words of the home page. */
import { both } from '../kit/lang.ts'

export const homeText = both({
  en: {
    title: 'Homeport',
    welcome: 'Your films come home',
    welcomeText: 'Bind your box, paste a link, and it keeps going when you leave.',
    start: 'Get started',
    acts: 'Shortcuts',
    scan: 'Bind a box',
    search: 'Search the forum',
  },
  zh: {
    title: 'Homeport',
    welcome: '好片回家',
    welcomeText: '绑定盒子，粘贴链接，离开后也会继续下载。',
    start: '开始使用',
    acts: '快捷入口',
    scan: '绑定盒子',
    search: '搜索论坛',
  },
})
