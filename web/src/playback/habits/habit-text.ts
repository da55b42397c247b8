/** Texts of the playback habits in the settings. */
import { both } from '../../kit/lang.ts'

export const habitText = both({
  en: {
    habits: 'Playback and subtitles',
    fields: {
      subtitle_language: 'Subtitles',
      size: 'Subtitle size',
      audio_language: 'Audio',
      plays_next: 'Play next episode',
      shows_bullets: 'Bullet comments',
      hides_unseen: 'Hide pictures and plots of unseen episodes',
    },
    inTurn: (first: string, second: string) => `${first}, then ${second}`,
    second: 'If a film has none in that language',
    none: 'None',
    sizes: { s: 'Small', m: 'Medium', l: 'Large' },
    off: 'Off',
    asMarked: 'Original',
    offline: 'Kept on the box, which is offline',
    failed: 'Couldn’t load these settings from the box',
  },
  zh: {
    habits: '播放与字幕',
    fields: {
      subtitle_language: '字幕',
      size: '字幕大小',
      audio_language: '音轨',
      plays_next: '自动播下一集',
      shows_bullets: '弹幕',
      hides_unseen: '隐藏未看剧集的剧照和简介',
    },
    inTurn: (first, second) => `${first}，其次 ${second}`,
    second: '影片没有该语言时',
    none: '不显示',
    sizes: { s: '小', m: '中', l: '大' },
    off: '关闭',
    asMarked: '按影片默认',
    offline: '保存在盒子上，盒子离线',
    failed: '无法从盒子加载这些设置',
  },
})
