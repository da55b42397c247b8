/** Texts about subtitles on the TV. */
import { both } from '../../kit/lang.ts'

export const subtitleText = both({
  en: { loading: 'Loading subtitles…' },
  zh: { loading: '正在加载字幕…' },
})
