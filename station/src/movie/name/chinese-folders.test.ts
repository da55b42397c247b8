/** Files in the folders of Chinese series and shows: what only the folder tells, and what lies beside a series. */
import { expect, it } from 'vitest'
import { readPath } from './read-path.ts'

it.each([
  ['海港八部.1997.某某版.45集全/HGBB-12.rmvb', { title: '海港八部', year: 1997, episode: 12 }],
  ['海港/HG12.rmvb', { title: '海港', episode: 12 }],
  ['海港传/hgz_33.mp4', { title: '海港传', episode: 33 }],
  ['海港[50集全]/海港.50集.完.rmvb', { title: '海港', episode: 50 }],
  ['海港风云（全40集）/40大结局.mp4', { title: '海港风云', episode: 40 }],
  ['海港风云/01_高清.mp4', { title: '海港风云', episode: 1 }],
  ['海港风云/E01-国语.mp4', { title: '海港风云', episode: 1 }],
  ['海港风云/01海港风云.mp4', { title: '海港风云', episode: 1 }],
  ['海港风云 第5、6集.mp4', { title: '海港风云', episode: [5, 6] }],
  ['海港风云 E05E06.mp4', { title: '海港风云', episode: [5, 6] }],
  ['海港风云1566 05.mp4', { title: '海港风云1566', episode: 5 }],
  ['第三季度.第02集.mp4', { title: '第三季度', episode: 2 }],
  ['短剧/海港后妈（82集）/海港后妈 12.mp4', { title: '海港后妈', episode: 12 }],
  ['电视剧/海港风云/[01]海港风云.mp4', { title: '海港风云', episode: 1 }],
  ['电视剧/海港风云/1-05.mp4', { title: '海港风云', season: 1, episode: 5 }],
  ['电视剧/海港风云/P01.海港风云.mp4', { title: '海港风云', episode: 1 }],
  ['电视剧/海港风云/杜比视界/01.mp4', { title: '海港风云', episode: 1 }],
  ['电视剧/海港风云/S01.2004.1080p/01.mp4', { title: '海港风云', season: 1, episode: 1 }],
  ['电视剧/海港风云 三季全/第二季/05.mp4', { title: '海港风云', season: 2, episode: 5 }],
  ['海港物语/TV 1-12/05.mkv', { title: '海港物语', episode: 5 }],
  ['综艺/海港恋人 第四季/03上.mp4', { title: '海港恋人', season: 4, episode: 3, part: 1 }],
  ['海港脱口秀/01期.mp4', { title: '海港脱口秀', episode: 1 }],
  ['海港脱口秀/20240501（上）.mp4', { title: '海港脱口秀', date: '2024-05-01', part: 1 }],
  ['海港脱口秀/会员Plus版 第1期.mp4', { title: '海港脱口秀', episode: 1 }],
  ['[某某字幕组][五号海港组][05][1080P].mp4', { title: '五号海港组', episode: 5 }],
  ['海港大爆炸（第一季）05.mp4', { title: '海港大爆炸', season: 1, episode: 5 }],
  ['美剧/海港大爆炸 1-12季/01/05.mkv', { title: '海港大爆炸', season: 1, episode: 5 }],
  ['[ 某某字幕组 ][ 海港物语 ][ 05 ].mkv', { title: '海港物语', episode: 5 }],
  ['某某字幕组][海港物语][05].mkv', { title: '海港物语', episode: 5 }],
  ['[某某字幕组][国语海港][05][1080P].mp4', { title: '国语海港', episode: 5 }],
  ['★某某字幕组★10月新番[海港大作战][第26话][GB].mp4', { title: '海港大作战', episode: 26 }],
  ['[某某字幕组][海港物语 第2季 - 05][1080P].mp4', { title: '海港物语', season: 2, episode: 5 }],
  ['[ANi] 16bit 的海港 - 03 [1080P].mp4', { title: '16bit 的海港', episode: 3 }],
])('an episode: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject({ kind: 'episode', ...expected })
})

it.each([
  ['extra', '海港风云/制作特辑：出航.mp4'],
  ['extra', '海港风云/片头曲.mp4'],
  ['extra', '海港风云/OP1.mp4'],
  ['extra', '海港风云/NCED 02.mkv'],
  ['extra', '海港风云/幕后花絮1.mp4'],
  ['extra', '海港风云/删减片段.mp4'],
  ['extra', '海港风云/采访/导演采访.mp4'],
  ['extra', '海港风云/加更第1期.mp4'],
  ['trailer', '海港风云/先导预告.mp4'],
  ['trailer', '海港风云/宣传片.mp4'],
])('an extra (%s) that is called by nothing but its word has the title of its folder: %s', (kind, path) => {
  expect(readPath(path)).toMatchObject({ kind, title: '海港风云' })
})

it.each([
  ['海港物语/剧场版/剧场版.mkv', '海港物语 剧场版', null],
  ['海港物语/剧场版/海港物语 最后之船 2019.mkv', '海港物语 最后之船', 2019],
  ['春晚/20230122 海港春晚 4K.ts', '海港春晚', null],
  ['片头曲.2019.mkv', '片头曲', 2019],
])('a film: %s', (path, title, year) => {
  expect(readPath(path)).toMatchObject({ kind: 'film', title, year })
})
