/** Texts of the box on the home page, which loads no others. */
import { both } from '../kit/lang.ts'

export const homeDeviceText = both({
  en: {
    online: 'Online',
    disk: 'Disk',
    freeOf: (size: string) => `free of ${size}`,
  },
  zh: {
    online: '在线',
    disk: '硬盘',
    freeOf: (size) => `可用，共 ${size}`,
  },
})
