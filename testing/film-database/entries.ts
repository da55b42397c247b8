/** Films, series and people that the test server of the film database knows: works in the public domain and invented ones. */

export type EntryPerson = { id: number; name: string; job: 'director' | 'writer' | 'cast'; role?: string; hasPhoto?: boolean }
export type EntryEpisode = { number: number; en: string; zh: string; air: string; overview?: string }
export type EntrySeason = { number: number; en: string; zh: string; episodes: readonly EntryEpisode[] }
/** title, overview: as the database would show them in English and Chinese; '' where it has no translation. runtime in minutes. other: titles of other countries. */
export type Entry = {
  id: number
  kind: 'movie' | 'tv'
  imdb: string
  /** The id in TheTVDB, '' if it has none. */
  tvdb: string
  language: string
  original: string
  en: string
  zh: string
  other: readonly { country: string; title: string }[]
  date: string
  endDate: string
  runtime: number
  genres: readonly number[]
  country: string
  rating: number
  votes: number
  popularity: number
  overview: { en: string; zh: string }
  people: readonly EntryPerson[]
  collection: { id: number; en: string; zh: string } | undefined
  hasPoster: boolean
  hasBackdrop: boolean
  seasons: readonly EntrySeason[]
}

type Short = Partial<Omit<Entry, 'id' | 'kind' | 'original'>> & { original?: string }

function film(id: number, [en, zh, date]: readonly [string, string, string], more: Short = {}): Entry {
  return {
    id,
    kind: 'movie',
    imdb: `tt${String(1_000_000 + id)}`,
    tvdb: '',
    language: 'en',
    original: en,
    en,
    zh,
    other: [],
    date,
    endDate: '',
    runtime: 95,
    genres: [18],
    country: 'US',
    rating: 6.8,
    votes: 120,
    popularity: 10,
    overview: { en: `${en}: a plot in English.`, zh: zh === '' ? '' : `${zh}：中文剧情。` },
    people: [],
    collection: undefined,
    hasPoster: true,
    hasBackdrop: true,
    seasons: [],
    ...more,
  }
}

function series(id: number, titles: readonly [string, string, string], more: Short = {}): Entry {
  return { ...film(id, titles, { runtime: 45, ...more }), kind: 'tv' }
}

function episodes(count: number, { en, zh, first }: { en: string; zh: string; first: string }): EntryEpisode[] {
  const from = Date.parse(first)
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    en: `${en} ${at + 1}`,
    zh: `${zh}${at + 1}`,
    air: new Date(from + at * 7 * 86_400_000).toISOString().slice(0, 10),
    overview: `What happens in ${en} ${at + 1}.`,
  }))
}

const lang: EntryPerson = { id: 68, name: 'Fritz Lang', job: 'director', hasPhoto: true }
const chaplin: EntryPerson = { id: 13848, name: 'Charlie Chaplin', job: 'director', hasPhoto: true }
const harbourTown = { id: 900, en: 'The Harbour Collection', zh: '港湾系列' }

/** In the public domain. */
const classics: readonly Entry[] = [
  film(19, ['Metropolis', '大都会', '1927-02-06'], {
    language: 'de',
    imdb: 'tt0017136',
    runtime: 153,
    country: 'DE',
    genres: [18, 878],
    rating: 8.1,
    votes: 2800,
    popularity: 25,
    people: [
      lang,
      { id: 69, name: 'Thea von Harbou', job: 'writer' },
      { id: 70, name: 'Brigitte Helm', job: 'cast', role: 'Maria', hasPhoto: true },
      { id: 71, name: 'Alfred Abel', job: 'cast', role: 'Joh Fredersen' },
    ],
    other: [{ country: 'TW', title: '大都會' }],
  }),
  film(653, ['Nosferatu', '诺斯费拉图', '1922-03-04'], {
    original: 'Nosferatu, eine Symphonie des Grauens',
    language: 'de',
    imdb: 'tt0013442',
    runtime: 95,
    country: 'DE',
    genres: [27, 14],
    rating: 7.7,
    votes: 2100,
    other: [{ country: 'US', title: 'Nosferatu: A Symphony of Horror' }],
  }),
  film(234, ['The Cabinet of Dr. Caligari', '卡里加里博士的小屋', '1920-02-27'], {
    original: 'Das Cabinet des Dr. Caligari',
    language: 'de',
    country: 'DE',
    genres: [27, 53],
    runtime: 77,
  }),
  film(10331, ['Night of the Living Dead', '活死人之夜', '1968-10-04'], { imdb: 'tt0063350', runtime: 96, genres: [27, 53] }),
  film(3085, ['His Girl Friday', '女友礼拜五', '1940-01-18'], { runtime: 92, genres: [35, 10749] }),
  film(4808, ['Charade', '谜中谜', '1963-12-01'], { runtime: 113, genres: [9648, 10749], imdb: 'tt0056923' }),
  film(961, ['The General', '将军号', '1926-12-25'], { runtime: 79, genres: [28, 35] }),
  film(10098, ['The Kid', '寻子遇仙记', '1921-01-21'], { runtime: 68, genres: [35, 18], people: [chaplin] }),
  film(962, ['The Gold Rush', '淘金记', '1925-07-13'], { runtime: 95, genres: [35, 12], people: [chaplin] }),
  film(832, ['M', 'M就是凶手', '1931-05-11'], {
    language: 'de',
    country: 'DE',
    runtime: 111,
    genres: [80, 53],
    people: [lang],
    other: [{ country: 'US', title: 'M: The Murderer' }],
  }),
  film(775, ['A Trip to the Moon', '月球旅行记', '1902-04-17'], {
    original: 'Le Voyage dans la Lune',
    language: 'fr',
    country: 'FR',
    runtime: 15,
    genres: [12, 878],
  }),
  film(643, ['Battleship Potemkin', '战舰波将金号', '1925-12-24'], {
    original: 'Броненосец Потёмкин',
    language: 'ru',
    country: 'SU',
    runtime: 75,
    genres: [18, 36],
  }),
  film(26317, ['Man with a Movie Camera', '持摄影机的人', '1929-01-08'], {
    original: 'Человек с киноаппаратом',
    language: 'ru',
    country: 'SU',
    runtime: 68,
    genres: [99],
  }),
  film(22692, ['The Goddess', '神女', '1934-12-07'], { original: '神女', language: 'zh', country: 'CN', runtime: 85 }),
  film(84423, ['Street Angel', '马路天使', '1937-07-24'], {
    original: '马路天使',
    language: 'zh',
    country: 'CN',
    runtime: 91,
    genres: [35, 18],
  }),
  film(84424, ['Street Angel', '街头天使', '1928-04-09'], { runtime: 102, genres: [18, 10749] }),
  film(57283, ['Spring in a Small Town', '小城之春', '1948-09-23'], {
    original: '小城之春',
    language: 'zh',
    country: 'CN',
    runtime: 98,
    other: [{ country: 'TW', title: '小城之春' }],
  }),
  film(72019, ['Labourer’s Love', '劳工之爱情', '1922-10-05'], {
    original: '劳工之爱情',
    language: 'zh',
    country: 'CN',
    runtime: 22,
  }),
  film(31412, ['Princess Iron Fan', '铁扇公主', '1941-11-19'], {
    original: '铁扇公主',
    language: 'zh',
    country: 'CN',
    runtime: 73,
    genres: [16, 14],
    other: [{ country: 'TW', title: '鐵扇公主' }],
  }),
  film(45578, ['Big Buck Bunny', '大雄兔', '2008-04-10'], { runtime: 10, genres: [16, 35, 10751], country: 'NL' }),
  film(45745, ['Sintel', '辛特尔', '2010-09-27'], { runtime: 15, genres: [16, 14], country: 'NL', rating: 7.3, votes: 420 }),
  film(133701, ['Tears of Steel', '钢铁之泪', '2012-09-26'], { runtime: 12, genres: [878], country: 'NL' }),
  film(9761, ['Elephants Dream', '大象之梦', '2006-03-24'], { runtime: 11, genres: [16, 878], country: 'NL' }),
  film(358332, ['Cosmos Laundromat', '宇宙洗衣房', '2015-08-10'], { runtime: 12, genres: [16], country: 'NL' }),
]

/** Invented. */
const invented: readonly Entry[] = [
  film(90001, ['The Harbour', '港湾', '2016-09-02'], {
    runtime: 108,
    genres: [18, 80],
    country: 'GB',
    rating: 7.4,
    votes: 5120,
    popularity: 40,
    collection: harbourTown,
    people: [
      { id: 501, name: 'Ada Winters', job: 'director', hasPhoto: true },
      { id: 502, name: 'Ben Lowe', job: 'writer' },
      ...Array.from({ length: 18 }, (_, at): EntryPerson => ({
        id: 510 + at,
        name: `Player ${at + 1}`,
        job: 'cast',
        role: `Role ${at + 1}`,
        hasPhoto: true,
      })),
    ],
  }),
  film(90002, ['The Harbour II', '港湾2', '2019-05-10'], { collection: harbourTown, runtime: 112, popularity: 22 }),
  film(90003, ['The Harbour', '海港', '1987-03-01'], { runtime: 88, popularity: 3 }),
  film(90004, ['The Long Field', '漫长的田野', '2001-06-15'], { runtime: 131 }),
  film(90005, ['The Long Field', '长野', '2001-11-30'], { runtime: 74, popularity: 9 }),
  film(90006, ['Amber Lantern', '琥珀灯笼', '2012-01-20'], { original: '琥珀灯笼', language: 'zh', country: 'CN', runtime: 118 }),
  film(90007, ['River Ballad', '河上谣', '1998-08-08'], {
    original: '河上谣',
    language: 'zh',
    country: 'CN',
    genres: [18, 10402],
    other: [
      { country: 'HK', title: '江河謠' },
      { country: 'TW', title: '河之歌' },
    ],
  }),
  film(90008, ['Nine Kilometres', '九公里', '2021-10-01'], {
    original: '九公里',
    language: 'zh',
    country: 'CN',
    genres: [10752, 36],
  }),
  film(90009, ['Café Lumen', '光之咖啡馆', '2007-04-18'], {
    original: 'Café Lumen',
    language: 'fr',
    country: 'FR',
    genres: [10749],
  }),
  film(90010, ['Glass Orchard', '玻璃果园', '2018-02-02'], { runtime: 99 }),
  film(90011, ['Glass Orchard: Reborn', '玻璃果园：重生', '2020-02-02'], { runtime: 101 }),
  film(90012, ['The Quiet Engine', '', '2014-07-07'], { rating: 0, votes: 0, hasPoster: false, hasBackdrop: false }),
  film(90013, ['Snow on the Line', '雪落铁轨', '1979-12-24'], { original: '雪の線路', language: 'ja', country: 'JP' }),
  film(90014, ['Letters Home', '家书', '2003-03-03'], {
    original: '家书',
    language: 'zh',
    country: 'TW',
    other: [{ country: 'TW', title: '家書' }],
  }),
  film(90015, ['Seven Wells', '七口井', '1966-06-06'], { genres: [37] }),
  film(90016, ['Paper Moonlight', '纸月光', '2011-09-09'], { genres: [10751, 14] }),
  film(90017, ['Orbit of Dust', '尘埃轨道', '2022-12-16'], { genres: [878, 28], rating: 7.9, votes: 18_000, popularity: 90 }),
  film(90018, ['Orbit of Dust 2', '尘埃轨道2', '2024-12-20'], { genres: [878, 28] }),
  film(90019, ['The Clockmaker’s Daughter', '钟表匠的女儿', '2009-05-05'], {
    original: 'Die Tochter des Uhrmachers',
    language: 'de',
    country: 'DE',
  }),
  film(90020, ['Two Rivers', '两条河', '1995-05-05']),
  film(90021, ['Dragon Ferry', '龙渡', '1983-01-01'], {
    original: '龍渡',
    language: 'zh',
    country: 'HK',
    genres: [28],
    other: [{ country: 'HK', title: '龍渡' }],
  }),
  film(90022, ['Blind Alley', '死胡同', '1950-10-10'], { genres: [80, 9648] }),
  film(90023, ['Winter Radio', '冬日电台', '2013-11-11'], { genres: [35] }),
  film(90024, ['1984 Miles', '1984英里', '2017-07-07'], { genres: [99] }),
  film(90025, ['Salt', '盐', '2005-05-20'], { original: 'Sól', language: 'pl', country: 'PL' }),
  film(90026, ['Salt Road', '盐路', '2005-08-20'], {}),
  film(90027, ['Father of Fireflies', '萤火虫之父', '1991-04-16'], {
    genres: [16, 18],
    country: 'JP',
    language: 'ja',
    original: '蛍の父',
  }),
  film(90028, ['High Sun', '烈日', '2000-07-01'], { genres: [27] }),
]

const seriesEntries: readonly Entry[] = [
  series(91001, ['The Lamplighters', '点灯人', '2015-01-12'], {
    imdb: 'tt8091001',
    tvdb: '291001',
    genres: [10765, 18],
    country: 'GB',
    endDate: '2016-04-01',
    rating: 8.2,
    votes: 3300,
    people: [
      { id: 601, name: 'Mary Holt', job: 'director', hasPhoto: true },
      { id: 602, name: 'Ivo Grant', job: 'cast', role: 'Lamplighter', hasPhoto: true },
    ],
    seasons: [
      {
        number: 0,
        en: 'Specials',
        zh: '特别篇',
        episodes: episodes(1, { en: 'Before the Lamps', zh: '灯前', first: '2014-12-24' }),
      },
      {
        number: 1,
        en: 'The First Winter',
        zh: '第一个冬天',
        episodes: episodes(6, { en: 'Lamp', zh: '灯', first: '2015-01-12' }),
      },
      { number: 2, en: 'Season 2', zh: '第 2 季', episodes: episodes(4, { en: 'Wick', zh: '芯', first: '2016-01-11' }) },
    ],
  }),
  series(91002, ['Tea House Stories', '茶馆故事', '2019-03-02'], {
    original: '茶馆故事',
    language: 'zh',
    country: 'CN',
    genres: [18, 10751],
    seasons: [
      { number: 1, en: 'Season 1', zh: '第 1 季', episodes: episodes(30, { en: 'Cup', zh: '第一杯茶', first: '2019-03-02' }) },
    ],
  }),
  series(91003, ['Sky Gardeners', '天空园丁', '2011-10-02'], {
    original: '空の庭師',
    language: 'ja',
    country: 'JP',
    genres: [16, 10759],
    seasons: [
      { number: 1, en: 'Season 1', zh: '第 1 季', episodes: episodes(26, { en: 'Garden', zh: '庭园', first: '2011-10-02' }) },
    ],
  }),
  series(91004, ['The Harbour', '港湾剧集', '2020-02-02'], {
    genres: [80],
    seasons: [
      { number: 1, en: 'Season 1', zh: '第 1 季', episodes: episodes(8, { en: 'Pier', zh: '码头', first: '2020-02-02' }) },
    ],
  }),
  series(91005, ['Mountain Kitchen', '山里厨房', '2022-06-01'], {
    original: '山里厨房',
    language: 'zh',
    country: 'CN',
    genres: [10764, 99],
    seasons: [
      { number: 1, en: 'Season 1', zh: '第 1 季', episodes: episodes(12, { en: 'Dish', zh: '菜', first: '2022-06-01' }) },
    ],
  }),
  series(91006, ['Signal House', '信号屋', '1999-09-09'], {
    genres: [9648, 10765],
    seasons: [
      { number: 1, en: 'Season 1', zh: '第 1 季', episodes: episodes(10, { en: 'Signal', zh: '信号', first: '1999-09-09' }) },
      { number: 2, en: 'Season 2', zh: '第 2 季', episodes: episodes(10, { en: 'House', zh: '屋', first: '2000-09-09' }) },
    ],
  }),
  series(91007, ['Old Court Cases', '旧案', '2008-01-01'], {
    genres: [80, 10768],
    country: 'CN',
    language: 'zh',
    original: '旧案',
  }),
  series(91008, ['Night Bus', '夜班车', '2017-05-05'], { genres: [35] }),
]

export const entries: readonly Entry[] = [...classics, ...invented, ...seriesEntries]
