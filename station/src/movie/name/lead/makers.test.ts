/** Groups, copiers, stations and directors beside a Chinese title. */
import { expect, it } from 'vitest'
import { readPath } from '../read-path.ts'

it.each([
  ['贾樟柯-海港好人-2006.mkv', '海港好人', 2006],
  ['侯孝贤作品：海港城市.1989.mkv', '海港城市', 1989],
  ['导演李安：海港藏龙 2000.mkv', '海港藏龙', 2000],
  ['【是枝裕和】海港家族 (2018).mkv', '海港家族', 2018],
  ['诺兰.海港空间.2010.mkv', '海港空间', 2010],
  ['海港.贾樟柯.2000.DVDRip.mkv', '海港', 2000],
  ['海港日记 侯孝贤 1998.mkv', '海港日记', 1998],
  // A film about one is called so.
  ['贾樟柯.2019.mkv', '贾樟柯', 2019],
  ['CMCT-海港飞.2010.1080p.mkv', '海港飞', 2010],
  ['YYeTs-海港屋.2013.mkv', '海港屋', 2013],
  ['人人影视-海港爆炸.2014.mkv', '海港爆炸', 2014],
  ['FIX字幕侠-年轻的海港.2016.mp4', '年轻的海港', 2016],
  ['@电影搬运工 抓海港.2024.4K.mp4', '抓海港', 2024],
  ['QQ群123456 海港闹海.2025.TC.mp4', '海港闹海', 2025],
  ['[凤凰天使TSKS]与海港同行.2017.1080p.mp4', '与海港同行', 2017],
  ['【电驴先锋】[海港：最后一舞].Harbour.The.Last.Dance.2024.BD1080P.mkv', '海港：最后一舞', 2024],
  ['梦幻天堂·龙网(LWgod.org).720p.消失的海港.2023.mkv', '消失的海港', 2023],
  ['阳光电影www_ygdy8_com_海港之约_2019_HD_1080p.mp4', '海港之约', 2019],
  ['seedpeer.me-Longharbour.2024.1080p.mp4', 'Longharbour', 2024],
  ['KinoHD.to.Ferien.im.Hafen.2019.mkv', 'Ferien im Hafen', 2019],
  ['TGx - Harbour.2013.1080p.mkv', 'Harbour', 2013],
])('a title without who made or brought it: %s', (path, title, year) => {
  const facts = readPath(path)
  expect([facts.kind, facts.title, facts.year]).toEqual(['film', title, year])
})

it.each([
  ['CCTV-1 综合 海港年代 第22集.ts', '海港年代', 22],
  ['民視.飛龍海港.第101集.ts', '飛龍海港', 101],
  ['BTV影视.大海港.E27.mpg', '大海港', 27],
  ['广东珠江台.外来海港.第3201集.ts', '外来海港', 3201],
  ['湖南经视 海港向前冲 E100.ts', '海港向前冲', 100],
  ['爱恋字幕社&猫恋汉化组 海港物语 09 [1080p].mp4', '海港物语', 9],
  ['海港惊心35（结局）.rmvb', '海港惊心', 35],
  ['海港秦明.2016.20.end.mp4', '海港秦明', 20],
  ['海港爱情 44集/海港爱情.44（大结局）.mp4', '海港爱情', 44],
  ['海港花轿20 1080P 国语.avi', '海港花轿', 20],
  ['海港见你.EP13END.1080p.mkv', '海港见你', 13],
  ['【豌豆字幕组】[海港之刃 训练篇_Harbour no Yaiba][08(63)][1080P].mp4', '海港之刃 训练篇', 8],
  ['【海港回战】 第二季 - 24 [1080P].mkv', '海港回战', 24],
])('an episode of what a station sent or a group made: %s', (path, title, episode) => {
  const facts = readPath(path)
  expect([facts.kind, facts.title, facts.episode]).toEqual(['episode', title, episode])
})

it.each([
  ['海港少年.菁彩HDR.2021.mkv', '海港少年', 2021],
  ['海港.帧享.2023.mp4', '海港', 2023],
  ['新海港客栈.数码修复.1992.mkv', '新海港客栈', 1992],
  ['海港神话.沪语.2021.4K.mp4', '海港神话', 2021],
  ['老海港.国闽双语.2023.mkv', '老海港', 2023],
  ['唐海港点秋香｜1993｜1080P.mkv', '唐海港点秋香', 1993],
  ['海港天长／So Long, My Harbour／2019.mkv', '海港天长', 2019],
  ['剧场版 HARBOUR×FAMILY CODE：White 2023 1080p.mkv', '剧场版 HARBOUR×FAMILY CODE：White', 2023],
  ['宫崎骏动画合集/05.海港急便.1989.mkv', '海港急便', 1989],
])('words of the copy, signs between titles, the place in a collection: %s', (path, title, year) => {
  const facts = readPath(path)
  expect([facts.kind, facts.title, facts.year]).toEqual(['film', title, year])
})

it.each(['海港爱情故事.SP.1993.mkv', '[某字幕组][海港的新娘][OAD][第1话][1080P].mp4', '海港_番外篇_第2集.mp4'])(
  'a special: %s',
  (path) => {
    expect(readPath(path)).toMatchObject({ kind: 'episode', season: 0 })
  },
)
