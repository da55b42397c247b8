/** The words of one's own page. */
import { both } from '../kit/lang.ts'

export const meText = both({
  en: {
    devices: 'My devices',
    online: (n: number) => (n === 0 ? 'Offline' : `${n} online`),
    noDevice: 'None bound',
    version: 'Version',
  },
  zh: { devices: '我的设备', online: (n) => (n === 0 ? '离线' : `${n} 台在线`), noDevice: '未绑定', version: '版本' },
})
