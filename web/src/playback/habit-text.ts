/** Texts of the playback habits in the settings. */
import { both } from '../kit/lang.ts'

export const habitText = both({
  en: {
    habits: 'Playback and subtitles',
    subtitles: 'Subtitles',
    audio: 'Audio',
    size: 'Subtitle size',
    sizes: { s: 'Small', m: 'Medium', l: 'Large' },
    off: 'Off',
    asMarked: 'As the film is marked',
    offline: 'These are kept on your box, which is offline. They can be changed once it’s back.',
    failed: 'Couldn’t load these settings from the box',
  },
  zh: {
    habits: '播放与字幕',
    subtitles: '字幕',
    audio: '音轨',
    size: '字幕大小',
    sizes: { s: '小', m: '中', l: '大' },
    off: '关闭',
    asMarked: '按影片默认',
    offline: '这些设置保存在盒子上，盒子已离线，恢复在线后可修改。',
    failed: '无法从盒子加载这些设置',
  },
})
