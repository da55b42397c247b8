/** Texts of the page of a film or series. */
import { both } from '../kit/lang.ts'

/** Languages that one line has room for. */
const most = 3

export const filmText = both({
  en: {
    more: 'More',
    less: 'Less',
    votes: (n: string) => `${n} votes`,
    markWatched: 'Mark as watched',
    watched: 'Watched',
    markedWatched: 'Marked as watched',
    markedUnwatched: 'Marked as not watched',
    markFailed: 'Couldn’t save the mark. Try again.',
    undo: 'Undo',
    versions: 'Versions',
    subtitlesIn: (languages: string) => `${languages} subtitles`,
    noSubtitles: 'No subtitles',
    converts: { sound: 'the sound is converted', transcode: 'picture and sound are converted' },
    converted: (tv: string, what: string, why: string) => `On ${tv}: ${what} (${why})`,
    why: {
      channels: 'to stereo',
      depth: '10-bit picture',
      hdr: 'HDR',
      interlaced: 'interlaced picture',
      turned: 'rotated picture',
      cut: 'trimmed clip',
      limit: 'above the bit rate limit',
    },
    fixFilm: 'Wrong film? Fix the match',
    fixSeries: 'Wrong series? Fix the match',
    moreOf: (collection: string) => `More of ${collection}`,
    moreLike: 'More like this',
    moreBy: (name: string) => `More with ${name}`,
    /** The first ones, and how many more. */
    some: (items: readonly string[]) =>
      items.length > most ? `${items.slice(0, most).join(', ')} + ${items.length - most} more` : items.join(', '),
  },
  zh: {
    more: '展开',
    less: '收起',
    votes: (n) => `${n} 人评分`,
    markWatched: '标记为已看',
    watched: '已看',
    markedWatched: '已标记为已看',
    markedUnwatched: '已标记为未看',
    markFailed: '标记未能保存，请重试。',
    undo: '撤销',
    versions: '版本',
    subtitlesIn: (languages) => `${languages}字幕`,
    noSubtitles: '无字幕',
    converts: { sound: '声音需转码', transcode: '画面和声音需转码' },
    converted: (tv, what, why) => `在「${tv}」上播放时，${what}（${why}）`,
    why: {
      channels: '转为立体声',
      depth: '10 位画面',
      hdr: 'HDR',
      interlaced: '隔行画面',
      turned: '旋转过的画面',
      cut: '剪切过的片段',
      limit: '超过码率上限',
    },
    fixFilm: '识别有误？重新匹配',
    fixSeries: '识别有误？重新匹配',
    moreOf: (collection) => `${collection}的其他影片`,
    moreLike: '相似影片',
    moreBy: (name) => `${name}的其他影片`,
    some: (items) => (items.length > most ? `${items.slice(0, most).join('、')}等 ${items.length} 种` : items.join('、')),
  },
})
