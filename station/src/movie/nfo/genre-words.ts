/** Words of genres, in English and Chinese, as the genres of the contract; others stay as they are. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { filmGenres } from '@homeport/contract/shape/film/film.ts'

const words: Record<(typeof filmGenres)[number], string> = {
  action: 'action & adventure|动作|動作',
  adventure: '冒险|冒險|adventures',
  animation: 'anime|animated|cartoon|动画|動畫|动漫|动画片',
  biography: 'biopic|biographical|传记|傳記',
  comedy: 'comedies|喜剧|喜劇|搞笑|sitcom',
  crime: 'gangster|犯罪|警匪',
  documentary: 'documentaries|docu|doc|纪录片|紀錄片|纪录|记录片',
  drama: 'dramas|剧情|劇情|drame',
  family: '家庭|亲子',
  fantasy: 'sci-fi & fantasy|奇幻|魔幻|玄幻|仙侠',
  history: 'historical|历史|歷史|古装|古裝',
  horror: '恐怖|鬼怪|惊栗',
  kids: 'children|儿童|兒童|少儿',
  'martial-arts': 'martial arts|wuxia|kung fu|武侠|武俠|功夫',
  music: 'musical|musicals|concert|音乐|音樂|歌舞|音乐剧|演唱会',
  mystery: '悬疑|懸疑|推理',
  news: '新闻|新聞',
  politics: 'war & politics|political|政治',
  reality: 'reality-tv|reality tv|game show|真人秀|综艺|綜藝',
  romance: 'romantic|爱情|愛情|言情',
  'science-fiction': 'science fiction|sci-fi|scifi|sf|科幻',
  soap: 'soap opera|肥皂剧',
  sport: 'sports|运动|運動|体育',
  talk: 'talk show|talk-show|脱口秀|谈话',
  thriller: 'suspense|惊悚|驚悚|惊险',
  'tv-movie': 'tv movie|tv film|电视电影|電視電影',
  war: '战争|戰爭|军事',
  western: '西部',
}
const genreOf = new Map(filmGenres.flatMap((genre) => [genre, ...words[genre].split('|')].map((word) => [word, genre] as const)))

export function genresOfWords(all: readonly string[]): string[] {
  return [...new Set(all.map((word) => genreOf.get(word.toLowerCase()) ?? cutText(word, 60)))]
}
