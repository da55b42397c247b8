/** Names of which a part is read as something else: words of titles as marks of a copy, counts as numbers, addresses as titles. */
import { expect, it } from 'vitest'
import { readPath } from './read-path.ts'

it.each([
  ['Cam.2018.1080p.WEB-DL.mkv', { title: 'Cam', source: 'WEB-DL' }],
  ["Charlotte's Web (2006).mkv", { title: "Charlotte's Web", source: '' }],
  ['The.Ts.2009.DVDRip.avi', { title: 'The Ts', source: 'DVD' }],
  ['Remux (2010).mkv', { title: 'Remux', source: '' }],
  ['4K.2019.1080p.mkv', { title: '4K', quality: '1080p' }],
  ['The.Criterion.2000.mkv', { title: 'The Criterion', edition: '' }],
  ['The Final Cut (2004).mkv', { title: 'The Final Cut', edition: '' }],
  ['The.Extended.Family.2011.mkv', { title: 'The Extended Family', edition: '' }],
  ['法语二班.2019.mkv', { title: '法语二班', languages: [] }],
  ['名侦探 剧场版.mkv', { title: '名侦探 剧场版', edition: '' }],
  ['冬日渡轮.UNCUT.2019.1080p.mkv', { title: '冬日渡轮', original: '', edition: 'UNCUT' }],
  ['【某站】冬日渡轮.中英字幕.BD-RMVB.rmvb', { title: '冬日渡轮', original: '', source: 'BluRay' }],
  ['1080p.mkv', { quality: '1080p' }],
])('a word of the title says nothing of the copy, one of the copy is no title: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it.each([
  ['海港续集.25集全.05.rmvb', { title: '海港续集', episode: 5 }],
  ['海港(共39集)05.mp4', { title: '海港', episode: 5 }],
  ['海港.30集全.mp4', { title: '海港', episode: [1, 30] }],
  ['海港的故事.38全.mp4', { title: '海港的故事', episode: [1, 38] }],
  ['海港的故事 38全/05.mp4', { title: '海港的故事', episode: 5 }],
  ['海港21集.mp4', { title: '海港', episode: 21 }],
  ['海港 5集 归来.mp4', { title: '海港', episode: 5 }],
  ['海港楼87版05集.mp4', { title: '海港楼', episode: 5 }],
  ['海港英雄传2017 05.mp4', { title: '海港英雄传', year: 2017, episode: 5 }],
  ['海港侠侣[95某某版]05.rmvb', { title: '海港侠侣', episode: 5 }],
  ['海港 40集国语/01.mkv', { title: '海港', episode: 1 }],
  ['海港/海港 更新至21集.mp4', { kind: 'film' }],
  ['Anime/Harbour/Harbour - 101 - Tide.mkv', { title: 'Harbour', season: 1, episode: 1 }],
  ['Harbour/Harbour - Season 5/Harbour 505 - Tide.avi', { title: 'Harbour', season: 5, episode: 5 }],
  ['TV/Harbour/Harbour Part 1.avi', { kind: 'episode', title: 'Harbour', episode: 1 }],
])('how many there are, and which one this is: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it('a number that begins with 0 has no season in it', () => {
  expect(readPath('Anime/Harbour/Harbour - 001 - Tide.mkv')).not.toHaveProperty('season')
})

it.each([
  ['Harbour/Season 5 Part 2/05 - Tide.mkv', 5],
  ['Harbour/Season 1 - The Landing/05.mkv', 1],
  ['Harbour/Season 5A/05.mkv', 5],
  ['海港/第1季下/05.mkv', 1],
  ['海港/01 第一季/05.mkv', 1],
  ['海港/2季/05.mkv', 2],
  ['电视剧/海港/第三部/05.rmvb', 3],
])('a folder of a season says more than its number: %s', (path, season) => {
  const { title, ...facts } = readPath(path)
  expect([title, facts.season, facts.episode]).toEqual([path.includes('Harbour') ? 'Harbour' : '海港', season, 5])
})

it.each([
  ['[1917].2019.1080p.BluRay.x264.mkv', ['1917', '', 2019]],
  ['[9].2009.USA.1080p.mkv', ['9', '', 2009]],
  ['第八回.2016.1080p.mkv', ['第八回', '', 2016]],
  ['英语.2011.1080p.mkv', ['英语', '', 2011]],
  ['合集.2020.mkv', ['合集', '', 2020]],
  ['#Harbour.2020.1080p.mkv', ['#Harbour', '', 2020]],
  ['$9.99 (2008).mkv', ['$9.99', '', 2008]],
  ['ゴジラ-1.0.2023.1080p.mkv', ['ゴジラ-1.0', '', 2023]],
  ['Robot.2.0.2018.1080p.mkv', ['Robot 2.0', '', 2018]],
  ['[BT天堂bttt.la]海港之夜.2025.mp4', ['海港之夜', '', 2025]],
  ['www.example8.com]海港之夜.mkv', ['海港之夜', '', null]],
  ['海港传奇1-8/04.海港传奇与火焰.mkv', ['海港传奇与火焰', '', null]],
  ['Harbours/2 - The Two Harbours (2002).mkv', ['The Two Harbours', '', 2002]],
])('the title and the year of a film: %s', (path, expected) => {
  const { title, original, year, kind } = readPath(path)
  expect([kind, title, original, year]).toEqual(['film', ...expected])
})

it.each([
  // guessit, Kodi: the number before the words is the fansub's, unless it is a film's.
  ['[Grp] Harbour R2 07 (1280x720 FLAC).mkv', { title: 'Harbour R2', episode: 7 }],
  ['[Grp]Harbour_366(10bit_BD1080p_x265).mkv', { title: 'Harbour', episode: 366 }],
  ['[Grp] Harbour 100 - Boats of 100 Sails - 12 END [1080p].mkv', { title: 'Harbour 100 - Boats of 100 Sails', episode: 12 }],
  ['[Grp] Harbour Movie 26 - Black Iron [BD 1080p].mkv', { kind: 'film', title: 'Harbour Movie 26 - Black Iron' }],
  ['[Grp] Harbour OVA 01-10 [1080p]', { title: 'Harbour', season: 0, episode: [1, 10] }],
  ['Harbour/Session 05 - Ballad of Boats.mkv', { title: 'Harbour', episode: 5 }],
  ['Harbour/Series 6/06. Episode 6.mp4', { title: 'Harbour', season: 6, episode: 6 }],
  ['1923.S01E01.1923.1080p.WEB-DL.mkv', { title: '1923', year: null, season: 1, episode: 1 }],
  ['star.harbour.ds9.407.hdtv.xvid.avi', { title: 'star harbour ds9', season: 4, episode: 7 }],
  ['[1x05] Harbour.avi', { title: 'Harbour', season: 1, episode: 5 }],
  ['海港小红娘 竹业篇 12.mp4', { title: '海港小红娘 竹业篇', episode: 12 }],
  ['海港逆 78 4K 高码率.mp4', { title: '海港逆', episode: 78 }],
  ['海港王朝.46.DVDRip.国语.avi', { title: '海港王朝', episode: 46 }],
  ['海港古城.2016.番外.E02.mp4', { title: '海港古城', year: 2016, season: 0, episode: 2 }],
  ['[海港行者][01-31全][国粤双语]', { title: '海港行者', episode: [1, 31] }],
  ['海港云间[更新至EP24][4K]', { kind: 'film', title: '海港云间' }],
  ['综艺/海港三人行/2012/20120305.mp4', { title: '海港三人行', date: '2012-03-05' }],
  ['Enigma2/20120325 2013 - Das Erste HD - Hafen.ts', { title: 'Hafen', date: '2012-03-25' }],
  ['[Grp] 海港饭 / Harbour Meshi [01-24 合集][1080p][Fin]', { title: '海港饭', episode: [1, 24] }],
  ['[Grp] Harbour Park Special - 01 (BD 1080p).mkv', { title: 'Harbour Park', season: 0, episode: 1 }],
  ['[Grp] 16bit Harbour - Another Layer - 13 (1080p).mkv', { title: '16bit Harbour - Another Layer', episode: 13 }],
  ['海港赐福.第贰季.EP12.mp4', { title: '海港赐福', season: 2, episode: 12 }],
  ['CCTV-8高清 海港间(58) 2022.ts', { title: '海港间', year: 2022, episode: 58 }],
  ['深圳卫视 2024-05-01 20-00 风起海港.ts', { title: '风起海港', date: '2024-05-01' }],
  ['【海港新闻】20230101 港口联播.mp4', { title: '港口联播', date: '2023-01-01' }],
  ['电视剧/海港八部（1997黄某某版）/海港八部 15.mkv', { title: '海港八部', year: 1997, episode: 15 }],
  ['电视剧/海港屠龙记1986梁某某版/海港屠龙记86版 第22集.mkv', { title: '海港屠龙记', year: 1986, episode: 22 }],
  ['电视剧/海港公寓S4/海港公寓4-24完.mp4', { title: '海港公寓', season: 4, episode: 24 }],
  ['美剧/海港记/第三季/305.rmvb', { title: '海港记', season: 3, episode: 5 }],
  ['电视剧/海港花园 (2001)/海港花园1-05.mkv', { year: 2001, episode: 5 }],
  ['儿童/小马海港英文版 S03E11.mp4', { title: '小马海港', season: 3, episode: 11 }],
  ['公开课/大学公开课：海港 第05课.mp4', { title: '大学公开课：海港', episode: 5 }],
  ['海港赐福_9_妖道之祸.mp4', { title: '海港赐福', episode: 9 }],
  ['Serien/Hafen/Hafen_2_05.avi', { title: 'Hafen', season: 2, episode: 5 }],
  ['海港脉动 第三季 (2023) 03 沙漠与草原.mp4', { title: '海港脉动', year: 2023, season: 3, episode: 3 }],
  ['Harbour S01 EP (01-06) Hindi 720p', { title: 'Harbour', season: 1, episode: [1, 6] }],
  ['Cartoons/Harbour Cat/Harbour Cat - 034 - Boat Foiled (1948).avi', { title: 'Harbour Cat', year: null, episode: 34 }],
  ['The Harbour with Ann Smith 2020 06 19 720p WEBRip x264-PC.mp4', { title: 'The Harbour with Ann Smith', date: '2020-06-19' }],
  ['20-20.2024.11.15.Fatal.Boat.XviD-AFG.avi', { title: '20-20', date: '2024-11-15' }],
  [
    'Harbour Zone (1959)/Season 2/The Harbour Zone - 2x06 - Eye.avi',
    { title: 'The Harbour Zone', year: 1959, season: 2, episode: 6 },
  ],
  ['[Grp][BDRip][Harbour_The_Animation][01].mkv', { title: 'Harbour The Animation', episode: 1 }],
  ['Harbour Bebop - Session 05.mkv', { title: 'Harbour Bebop', episode: 5 }],
  ['Harbour S16E45 14th November 2022 720p.mp4', { title: 'Harbour', year: null, season: 16, episode: 45 }],
])('which episode it is: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it.each([
  ['Movies/0-9/12 Harbours.avi', ['12 Harbours', '', null]],
  ['Movies/A-F/Harbour (1995).avi', ['Harbour', '', 1995]],
  ['Harbour I-VI/Harbour IV.avi', ['Harbour IV', '', null]],
  ['Harbour Collection/03 - Boats.mkv', ['Boats', '', null]],
  ['Lord of the Boats Trilogy (Extended)/1. The Fellowship of the Oar.mkv', ['The Fellowship of the Oar', '', null]],
  // The title of the film behind that of the collection: what Kodi and Jellyfin find it by.
  ['Harbour - 17 - Golden Boat (1995).avi', ['Golden Boat', '', 1995]],
  ['Harbour Wars/Harbour Wars - 04 - A New Boat (1977).mkv', ['A New Boat', '', 1977]],
  ['Harbour/Captain Harbour 007 - Golden Boat (1964).mkv', ['Captain Harbour 007 - Golden Boat', '', 1964]],
  ['Harbour/Harbour (1999)/Main Feature.mkv', ['Harbour', '', 1999]],
  ['1994. Harbour.mkv', ['Harbour', '', 1994]],
  ['Harbour 3D SBS.mkv', ['Harbour', '', null]],
  ['Dirty Harbour VHS.avi', ['Dirty Harbour', '', null]],
  ['Mamma Harbour! sing along.mkv', ['Mamma Harbour!', '', null]],
  ['Harbour Boat - english.avi', ['Harbour Boat', '', null]],
  ['Harbour-Man.No.Way.THE.MORE.FUN.STUFF.VERSION.2021.1080p.WEB-DL.mkv', ['Harbour-Man No Way', '', 2021]],
  ['Boat.or.(The.Virtue.of.Ignorance).2014.1080p.mkv', ['Boat or (The Virtue of Ignorance)', '', 2014]],
  ['[Rec] 3 Genesis (2012).mkv', ['Rec 3 Genesis', '', 2012]],
  ['[YTS] 3 Harbours (2009).mkv', ['3 Harbours', '', 2009]],
  ['FilmHub.casa - Harbour (2020) Dual Audio 720p.mkv', ['Harbour', '', 2020]],
  ['[1994][美国][海港的救赎].mkv', ['海港的救赎', '', 1994]],
  ['海港的救赎 9.7分.mkv', ['海港的救赎', '', null]],
  ['海港的救赎-电影-高清在线观看-爱奇艺.mp4', ['海港的救赎', '', null]],
  ['海港点秋香1993.mkv', ['海港点秋香', '', 1993]],
  ['海港者2018.mkv', ['海港者2018', '', null]],
  ['A.阿海正传.1990.mkv', ['阿海正传', '', 1990]],
  ['大闹海港.上下集.1964.mkv', ['大闹海港', '', 1964]],
  ['6v电影 www.hao6v.com 愤怒的海港.2023.HD1080P.国语中字.mp4', ['愤怒的海港', '', 2023]],
  ['Гавань _ Harbour (Дэвид Грин _ David Green) [1988, США, драма, DVDRip].avi', ['Гавань', '', 1988]],
  ['The Deep Harbour - Drama 2011 Eng Rus 720p.mkv', ['The Deep Harbour', '', 2011]],
  ['1080P海港的你.mp4', ['海港的你', '', null]],
  ['01.海港探案2015/海港探案.BD1080P.mp4', ['海港探案', '', 2015]],
])('a film, not an episode, and without its place or the marks of its copy: %s', (path, expected) => {
  const { title, original, year, kind } = readPath(path)
  expect([kind, title, original, year]).toEqual(['film', ...expected])
})

it.each(['TV/Harbour/Series 2/Disc 1/03 - Boats.mkv', 'Harbour Season 1 Disc 3/Episode 9.mkv', '海港物语 第4季 下部 08.mp4'])(
  'an episode on one of several discs, or in a half of a season, is whole: %s',
  (path) => {
    expect(readPath(path)).toMatchObject({ kind: 'episode', part: 0 })
  },
)

it.each(['Harbour part 1 of 2.mkv', 'The Harbour Mile (1 of 2).avi'])('a film in two files: %s', (path) => {
  expect(readPath(path)).toMatchObject({ kind: 'film', part: 1 })
})
