/** Texts of the home page. */
import { both } from '../kit/lang.ts'

export const homeText = both({
  en: {
    title: 'Homeport',
    welcome: 'Your own film box, in your pocket',
    welcomeText: 'Pair your box, paste a link, and downloads continue even when the app is closed.',
    start: 'Get started',
    acts: 'Quick actions',
    scan: 'Pair a box',
    search: 'Search the forum',
  },
  zh: {
    title: 'Homeport',
    welcome: '好片回家',
    welcomeText: '绑定盒子，粘贴链接，关闭 App 也会继续下载。',
    start: '开始使用',
    acts: '快捷入口',
    scan: '绑定盒子',
    search: '搜索论坛',
  },
})
