/** Words for what a screen has no notion of. */
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'

/** Worth knowing before one plays there, the weightiest first; keys and text are of the remote. */
const shownLacks = ['pause', 'volume', 'subtitles', 'speed', 'comments', 'night', 'secondary'] as const
const lackWords = {
  pause: 'pause',
  volume: 'volume',
  subtitles: 'subtitles',
  speed: 'speed',
  comments: 'comments',
  night: 'night sound',
  secondary: 'second subtitles',
} as const
const lackWordsZh = {
  pause: '暂停',
  volume: '音量',
  subtitles: '字幕',
  speed: '倍速',
  comments: '弹幕',
  night: '夜间音效',
  secondary: '双字幕',
} as const

/** A screen without a page of the box: how it plays, and what it cannot. */
export function withLacks(how: string, lacks: readonly ScreenLack[]): string {
  const named = shownLacks.filter((one) => lacks.includes(one)).map((one) => `no ${lackWords[one]}`)
  return [how, ...(named.length > 0 ? [named.join(', ')] : [])].join(' · ')
}

export function withLacksZh(how: string, lacks: readonly ScreenLack[]): string {
  const named = shownLacks.filter((one) => lacks.includes(one)).map((one) => lackWordsZh[one])
  return [how, ...(named.length > 0 ? [`不支持${named.join('、')}`] : [])].join(' · ')
}
