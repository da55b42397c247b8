/** The words of one's own page. */
import { both } from '../kit/lang.ts'

export const meText = both({
  en: {
    devices: 'My devices',
    online: (n: number) => (n === 0 ? 'Offline' : `${n} online`),
    noDevice: 'None bound',
    security: 'Account security',
    feedback: 'Feedback',
    about: 'About us',
  },
  zh: {
    devices: '我的设备',
    online: (n) => (n === 0 ? '离线' : `${n} 台在线`),
    noDevice: '未绑定',
    security: '账号安全',
    feedback: '意见反馈',
    about: '关于我们',
  },
})
