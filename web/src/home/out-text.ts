/** Texts of the leave-app page. */
import { both } from '../kit/lang.ts'

export const outText = both({
  en: {
    title: 'External site',
    leave: 'You’re leaving Homeport',
    leaveText: (host: string) => `This page is on ${host}. It opens in a new window.`,
    open: 'Open page',
    notAllowed: 'Can’t open this page',
    notAllowedText: 'Homeport only opens sites approved by this server’s operator.',
  },
  zh: {
    title: '外部页面',
    leave: '即将离开 Homeport',
    leaveText: (host) => `此页面位于 ${host}，将在新窗口中打开。`,
    open: '打开页面',
    notAllowed: '无法打开此页面',
    notAllowedText: 'Homeport 只打开本服务器运营者允许的网站。',
  },
})
