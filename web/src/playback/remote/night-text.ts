/** Texts of night sound on the remote. */
import { both } from '../../kit/lang.ts'

export const nightText = both({
  en: {
    night: 'Night sound',
    explained: 'Voices louder, bangs quieter. Kept for this TV.',
    blocked: 'Press OK on the TV’s remote to turn it on.',
    none: 'The browser of this TV can’t do that.',
  },
  zh: {
    night: '夜间音效',
    explained: '对白更清楚，巨响变小声；这台电视会记住。',
    blocked: '按一下电视遥控器上的「确定」即可打开。',
    none: '这台电视的浏览器不支持。',
  },
})
