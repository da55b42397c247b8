/** The words of the way out of the app. */
import { both } from '../kit/lang.ts'

export const outText = both({
  en: {
    title: 'Another site',
    leave: 'You are leaving Homeport',
    leaveText: (host: string) => `This page is on ${host}. It opens in a window of its own.`,
    open: 'Open the page',
    notAllowed: 'This page is not opened here',
    notAllowedText: 'Homeport opens only pages that the operator of this server has named.',
  },
  zh: {
    title: '外部页面',
    leave: '即将离开 Homeport',
    leaveText: (host) => `此页面位于 ${host}，将在新窗口中打开。`,
    open: '打开页面',
    notAllowed: '无法在此打开该页面',
    notAllowedText: 'Homeport 只打开本服务器运营者指定的页面。',
  },
})
