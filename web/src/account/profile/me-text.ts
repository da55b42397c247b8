/** Texts of the profile page. */
import { both } from '../../kit/lang.ts'

export const meText = both({
  en: {
    devices: 'My boxes',
    online: (n: number) => (n === 0 ? 'Offline' : `${n} online`),
    boxes: (n: number) => (n === 1 ? '1 box' : `${n} boxes`),
    noDevice: 'None yet',
    feedback: 'Feedback',
    favoriteFilms: 'Favourite films',
    history: 'Watch history',
  },
  zh: {
    devices: '我的盒子',
    online: (n) => (n === 0 ? '离线' : `${n} 台在线`),
    boxes: (n) => `${n} 台`,
    noDevice: '未绑定',
    feedback: '意见反馈',
    favoriteFilms: '最爱的影片',
    history: '观看历史',
  },
})
