/** Paths are read rule by rule; the shares of whole sets of names are in names.test.ts. */
import { describe, expect, it } from 'vitest'
import { episodeTitle } from './episode-title.ts'
import { qualityOf } from './quality.ts'
import { readPath } from './read-path.ts'

const read = (path: string) => {
  const { title, original, year } = readPath(path)
  return [title, original, year]
}

describe('the title and the year', () => {
  it.each([
    ['阳光电影www.ygdy8.com.白蛇：缘起.HD.720p.国语中字.mkv', '白蛇：缘起', '', null],
    ['【6v电影www.6v520.com】我不是药神.BD国语1280高清.mkv', '我不是药神', '', null],
    ['[电影天堂www.dytt89.com]满江红-2023_HD国语中字.mp4', '满江红', '', 2023],
    ['[BD影视分享bd2020.co]长津湖.1080P.国语中字.mp4', '长津湖', '', null],
    ['教父3.The.Godfather.Part.III.1990.BluRay.1080p.mkv', '教父3', 'The Godfather Part III', 1990],
    ['[寻梦环游记].Coco.2017.BluRay.720p.x264.mkv', '寻梦环游记', 'Coco', 2017],
    ['[REC]2.2009.mkv', 'REC 2', '', 2009],
    ['24 - Black Widow (2021).mkv', 'Black Widow', '', 2021],
    ['#12 Cinderella (1950).mkv', 'Cinderella', '', 1950],
    ['[YTS]3.Idiots.2009.mkv', '3 Idiots', '', 2009],
    ['霸王别姬 Farewell My Concubine (1993).mkv', '霸王别姬', 'Farewell My Concubine', 1993],
    ['大鱼海棠2016年1080p国语.mp4', '大鱼海棠', '', 2016],
    ['飞驰人生（2019）.mp4', '飞驰人生', '', 2019],
    ['流浪地球.mkv', '流浪地球', '', null],
    ['英语老师.2013.国语.mkv', '英语老师', '', 2013],
    ['Blade Runner 2049 2017.mkv', 'Blade Runner 2049', '', 2017],
    ['Blade.Runner.2049.1080p.BluRay.mkv', 'Blade Runner 2049', '', null],
    ['2012.2009.1080p.BluRay.mkv', '2012', '', 2009],
    ['1917.mkv', '1917', '', null],
    ['2001 A Space Odyssey 1968.mkv', '2001 A Space Odyssey', '', 1968],
    ['The French Connection (1971) Remastered.mkv', 'The French Connection', '', 1971],
    ['Mr. Nobody (2009).mkv', 'Mr. Nobody', '', 2009],
    ['Easy Rider  (Drama 1969)  Peter Fonda  720p.mkv', 'Easy Rider', '', 1969],
  ])('%s is read as a person reads it', (path, ...expected) => {
    expect(read(path)).toEqual(expected)
  })

  it.each([
    'The.Harbour.30th.Anniversary.Edition.1080p.BluRay.mkv',
    'The.Harbour.Extended.Cut.720p.BluRay.mkv',
    'The.Harbour.FRENCH.DVDRip.XviD.avi',
    'The.Harbour.German.DL.720p.BluRay.mkv',
    'The.Harbour.iTA.ENG.AC3.1080p.BDMux.x264.mkv',
    'The.Harbour.HDR.DV.2160p.WEB.mkv',
    'The.Harbour.IMAX.2160p.WEB-DL.mkv',
    'The.Harbour.STV.DVDRip.avi',
    'The.Harbour.NFOFiX.DVDRip.avi',
    'The.Harbour.COMPLETE.BLURAY-GRP.iso',
    'The.Harbour.HDDVD.DTS.x264.mkv',
    'The.Harbour.DVDivX-GRP.avi',
    'The.Harbour.BDMux.mkv',
    'h265 The Harbour.mkv',
  ])('words of the release are not part of the title: %s', (path) => {
    expect(read(path)).toEqual(['The Harbour', '', null])
  })

  it('a word that titles use stays where no release word follows it', () => {
    expect(read('The.Good.German.2006.GERMAN.720p.mkv')).toEqual(['The Good German', '', 2006])
    expect(read('The.Final.Cut.2004.1080p.mkv')).toEqual(['The Final Cut', '', 2004])
    expect(read('Immersion.French.2011.STV.FRENCH.DVDR.iso')).toEqual(['Immersion French', '', 2011])
    expect(read('Web.of.Lies.2009.720p.mkv')).toEqual(['Web of Lies', '', 2009])
  })

  it.each([
    ['grp-the.harbour.2016.720p.mkv', 'the harbour'],
    ['09.03.08.The.Harbour.(2016).BDRip.720p.mkv', 'The Harbour'],
    ['(2016) The Harbour.mkv', 'The Harbour'],
    ['2016 - The Harbour.mkv', 'The Harbour'],
    ['01 - The Harbour (2016).mkv', 'The Harbour'],
    ['No.238_海港.2016.BD720P.mp4', '海港'],
    ['10.海港.2016.mp4', '海港'],
    ['www.Torrenting.com - The.Harbour.2016.720p.mkv', 'The Harbour'],
  ])('a group, a number or a day before the title goes: %s', (path, title) => {
    expect(read(path)).toEqual([title, '', 2016])
  })

  it('a second title in brackets is the other title', () => {
    expect(read('[XCT].Le.Port.(The.Harbour).2016.DVDRip.mkv')).toEqual(['Le Port', 'The Harbour', 2016])
    expect(read('[海港][The Harbour][2016][1080p].mkv')).toEqual(['海港', 'The Harbour', 2016])
    expect(read('Sydney A.K.A. Hard Eight 1996 1080p.mkv')).toEqual(['Sydney', 'Hard Eight', 1996])
  })

  it('what the file leaves out stands in its folder', () => {
    expect(read('The Harbour (2016)/the harbour.mkv')).toEqual(['the harbour', '', 2016])
    expect(read('The.Harbour.2016.1080p/xyz-abc.avi')).toEqual(['The Harbour', '', 2016])
    expect(read('The Harbour (2016)/VIDEO_TS/VTS_01_1.VOB')).toEqual(['The Harbour', '', 2016])
    expect(read('海港 (2016)/359E9A79C99640EDAD14B8C704D927D4.mkv')).toEqual(['海港', '', 2016])
    expect(read('海港.2016.简繁中字/The.Harbour.2016.BluRay.1080p.mkv')).toEqual(['海港', 'The Harbour', 2016])
    expect(read('海港合集/潮水.2018.mkv')).toEqual(['潮水', '', 2018])
    expect(read('电影/Coco.2017.mkv')).toEqual(['Coco', '', 2017])
  })

  it('folders that count or describe are stepped over, those of a series name its seasons', () => {
    expect(read('电视剧/潮汐/101-150/133_4K.mp4')).toEqual(['潮汐', '', null])
    expect(read('动画/潮汐/4K 去片头片尾/12 4K去片头片尾.mp4')).toEqual(['潮汐', '', null])
    expect(read('潮汐 Tides[1-4季合集]/第2季/Tides.S02E07.1080p.mkv')).toEqual(['潮汐', 'Tides', null])
    expect(read('Tides.1999/Disc - Tides/BDMV/STREAM/00027.m2ts')).toEqual(['Tides', '', 1999])
    expect(read('潮水合集/海港.2018.mkv')).toEqual(['海港', '', 2018])
  })

  it('words that both titles share belong to both', () => {
    expect(read('[海港 Redial _ Harbour Redial][OVA].mkv').slice(0, 1)).toEqual(['海港 Redial'])
    expect(read('[Harbour 在东京].Harbour.in.Tokyo.2024.1080p.mkv')).toEqual(['Harbour 在东京', 'Harbour in Tokyo', 2024])
  })

  it('words around a season are no part of the title, nor are two editions in a row', () => {
    expect(read('The Harbour - The Complete Season 3 [HDTV].mkv')).toEqual(['The Harbour', '', null])
    expect(read('The.Harbour.COMPLETE.S01-S07.720p.mkv')).toEqual(['The Harbour', '', null])
    expect(read('The.Harbour.EXTENDED.UNRATED.2005.1080p.mkv')).toEqual(['The Harbour', '', 2005])
    expect(read('海港.S01-S05.Harbour.2017-2022.1080p.mkv')).toEqual(['海港', 'Harbour', 2017])
    expect(read('Johnny.English.2003.1080p.mkv')).toEqual(['Johnny English', '', 2003])
  })

  it('broken encodings are mended where nothing is lost', () => {
    expect(read('%E9%BB%84%E7%9F%B3.2018.mkv')).toEqual(['黄石', '', 2018])
    expect(read('Ó¢ÐÛ.Hero.2002.DVDRip.avi')).toEqual(['英雄', 'Hero', 2002])
    expect(read('100%.Wolf.2020.mkv')).toEqual(['100% Wolf', '', 2020])
  })
})

describe('season, episode and day', () => {
  it.each([
    ['Show.S01E02.720p.mkv', 1, 2],
    ['Show 1x02.mkv', 1, 2],
    ['Show.S07E23-E24.1080p.mkv', 7, [23, 24]],
    ['Show EP03.mkv', undefined, 3],
    ['Show/Season 3/01 - Pilot.mkv', 3, 1],
    ['[Group] Show - 13 [720p].mkv', undefined, 13],
    ['庆余年 第一季 第03集.mp4', 1, 3],
    ['庆余年/第二季/03.mp4', 2, 3],
    ['庆余年 番外2.mp4', 0, 2],
    ['【字幕组】【海港】【04】【1080P】.mp4', undefined, 4],
    ['Show.S07E25+E26.mkv', 7, [25, 26]],
    ['Show - S01xE03.mkv', 1, 3],
    ['[Group] Show - 05v2 - Home [720p].mkv', undefined, 5],
    ['Show [720p][Cap.305].mkv', 3, 5],
    ['Шоу - 3 сезон 12 серия.avi', 3, 12],
    ['海港（第4季）/海港4：21.mp4', 4, 21],
    ['海港HDTV14.mp4', undefined, 14],
    ['动画/海港/084 4K去片头.mkv', undefined, 84],
  ])('%s is an episode', (path, season, episode) => {
    const facts = readPath(path)
    expect([facts.kind, facts.season, facts.episode]).toEqual(['episode', season, episode])
  })

  it('the day of a show is its date, and no year', () => {
    expect(readPath('最强大脑20190426.mp4')).toMatchObject({ kind: 'episode', title: '最强大脑', date: '2019-04-26', year: null })
    expect(readPath('170709-花儿与少年.mp4')).toMatchObject({ date: '2017-07-09' })
  })

  it('a film or an event that was recorded on a day is no episode', () => {
    expect(readPath('CCTV6高清 20220501 海港.ts')).toMatchObject({ kind: 'film', title: '海港' })
    expect(readPath('湖南卫视高清 20220131 春节联欢晚会.ts')).toMatchObject({ kind: 'film', title: '春节联欢晚会' })
    expect(readPath('湖南卫视.快乐大本营.20130921.ts')).toMatchObject({ kind: 'episode', date: '2013-09-21' })
  })

  it('a number that belongs to the title makes no episode', () => {
    for (const name of ['300', '1408', '21.1080p'])
      expect(readPath(`${name}.mkv`), name).toMatchObject({ kind: 'film', title: name.replace('.1080p', '') })
    for (const name of ['Se7en.1995', '第九区.2009', 'District 9', 'WALL-E.2008', '玩具总动员4', 'U-571.2000'])
      expect(readPath(`${name}.mkv`).kind, name).toBe('film')
  })

  it('episodes have titles that tell them apart', () => {
    const title = (path: string) => episodeTitle(readPath(path))
    expect(title('庆余年 第一季 第03集.mp4')).toBe('庆余年 第1季 第3集')
    expect(title('Title.S01E03.mkv')).toBe('Title S01E03')
    expect(title('Title - S01E03-E04.mkv')).toBe('Title S01E03-E04')
    expect(title('庆余年 番外2.mp4')).toBe('庆余年 特别篇 第2集')
    expect(title('最强大脑20190426.mp4')).toBe('最强大脑 2019-04-26')
    expect(title('脱口秀大会 第四季/第10期下：夜.mp4')).toBe('脱口秀大会 第4季 第10集 (2)')
  })
})

it('extras, samples and trailers are told from films that are named so', () => {
  const kinds = {
    extra: [
      'Series-f02-Film-x01-Extra',
      'Jaws (1975)/Deleted Scenes/Boat',
      'Moon_(2009)-x02-Making_Of',
      '海港/花絮/幕后',
      '[Group] Show [NCOP2][1080p]',
    ],
    sample: ['Film.2016.sample', 'Film.2016/Sample/a'],
    trailer: ['Film (2016)-trailer', 'Film.2020.Official.Teaser.1080p', '海港-预告1'],
    film: ['Trailer.Park.Boys.The.Movie.2006', '预告犯.2015.日语中字', 'The.Sample.2019'],
  }
  for (const [kind, names] of Object.entries(kinds))
    for (const name of names) expect([name, readPath(`${name}.mkv`).kind]).toEqual([name, kind])
  expect(readPath('Series-f02-Film-x01-Extra.mkv').title).toBe('Film')
})

it('parts are told by their number, "Part 1" of a title is none', () => {
  expect(readPath('Metropolis.1927.1080p-CD2.mkv')).toMatchObject({ title: 'Metropolis', year: 1927, part: 2 })
  expect(readPath('Dune.1984.part1.mkv')).toMatchObject({ title: 'Dune', part: 1 })
  expect(readPath('Battle (2000)/Battle.(2000).CD1of2.avi')).toMatchObject({ title: 'Battle', part: 1 })
  expect(readPath('海港 第10期(下).mp4')).toMatchObject({ title: '海港', episode: 10, part: 2 })
  expect(readPath('Harbour S01E23b Tide.mkv')).toMatchObject({ title: 'Harbour', episode: 23, part: 2 })
  expect(readPath('《让子弹飞》下集.mp4')).toMatchObject({ title: '让子弹飞', part: 2 })
  expect(readPath('Kill Bill Part 1.mkv')).toMatchObject({ title: 'Kill Bill Part 1', part: 0 })
  expect(readPath('赤壁(下)：决战天下.2009.mkv')).toMatchObject({ title: '赤壁(下)：决战天下', part: 0 })
  expect(readPath('CD1/holiday.mkv')).toMatchObject({ title: 'holiday', part: 0 })
})

it('ids are read in the forms of other programs', () => {
  expect(readPath('Film (2016) {tmdb-12}.mkv')).toMatchObject({ title: 'Film', ids: { tmdb: 12 } })
  expect(readPath('Film (2016) [tmdbid=12]/Film.mkv')).toMatchObject({ ids: { tmdb: 12 } })
  expect(readPath('Film (2016) {imdb-tt0078748}.mkv')).toMatchObject({ ids: { imdb: 'tt0078748' } })
  expect(readPath('Film tt0078748.mkv')).toMatchObject({ title: 'Film', ids: { imdb: 'tt0078748' } })
  expect(readPath('海港 [douban-1292365].mkv')).toMatchObject({ title: '海港', ids: { douban: '1292365' } })
})

it('edition, source and languages are those of the words behind the title', () => {
  expect(readPath('Doom.2005.Unrated.Extended.Cut.BluRay.720p.x264.mkv')).toMatchObject({
    edition: 'Unrated Extended Cut',
    source: 'BluRay',
  })
  expect(readPath('Film.2016.German.1080p.WEB-DL.mkv')).toMatchObject({ languages: ['de'], source: 'WEB-DL' })
  expect(readPath('海港.2016.国粤双语.DVDRip.mkv')).toMatchObject({ languages: ['zh', 'yue'], source: 'DVD' })
  expect(readPath('The.German.Doctor.mkv')).toMatchObject({ languages: [], source: '', edition: '' })
})

it('a quality is what the name claims, until the picture says better', () => {
  const claimed = ['a.2160p', 'a 4K', 'a.1080p', 'a.720p', 'a.480p', 'a.1024X576', 'a'].map(
    (name) => readPath(`${name}.mkv`).quality,
  )
  expect(claimed).toEqual(['4K', '4K', '1080p', '720p', 'SD', 'SD', ''])
  const sizes = [
    [3840, 1600],
    [1920, 800],
    [1080, 1920],
    [1280, 544],
    [720, 576],
  ] as const
  expect(sizes.map(([width, height]) => qualityOf(width, height))).toEqual(['4K', '1080p', '1080p', '720p', 'SD'])
  expect(qualityOf(null, null)).toBe('')
})

it('an index letter is taken away where it is the initial of the title in pinyin', () => {
  expect(readPath('W武媚娘传奇.mkv').title).toBe('武媚娘传奇')
  expect(readPath('X战警.mkv').title).toBe('X战警')
})

it('a year beside another, before an underscore, or as part of a title', () => {
  expect(readPath('Harbour 2010 (2010).mkv')).toMatchObject({ title: 'Harbour', year: 2010 })
  expect(readPath('Harbour.2021 (2022).mkv')).toMatchObject({ title: 'Harbour', year: 2022 })
  expect(readPath('Harbour 2000 (1999).mkv')).toMatchObject({ title: 'Harbour 2000', year: 1999 })
  expect(readPath('Harbour 2049 (2017).mkv')).toMatchObject({ title: 'Harbour 2049', year: 2017 })
  expect(readPath('2010_Harbour Nights/Harbour Nights.mkv')).toMatchObject({ title: 'Harbour Nights', year: 2010 })
  expect(readPath('港口1988/Harbour.1988.S01E01.mkv')).toMatchObject({ title: '港口1988', year: null, season: 1 })
})

it('episodes that name their season again, in the name or in its folder', () => {
  expect(readPath('Harbour.S02E03.and.S02E04.mkv')).toMatchObject({ season: 2, episode: [3, 4] })
  expect(readPath('Harbour - 1x02 - 1x03.mkv')).toMatchObject({ season: 1, episode: [2, 3] })
  expect(readPath('Harbour.S02E01.HDTV/harbour.201.hdtv.avi')).toMatchObject({ season: 2, episode: 1 })
  expect(readPath('Harbour Cap.102 Castellano.mkv')).toMatchObject({ title: 'Harbour', season: 1, episode: 2 })
  expect(readPath('the.harbour.show.01.15.08.dsr.xvid.avi')).toMatchObject({ kind: 'episode', date: '2008-01-15' })
  expect(readPath('海港 第六季/2021.04.16期.mp4')).toMatchObject({ title: '海港', season: 6, date: '2021-04-16' })
})

it('several Chinese titles in one bracket, and words of a title that are languages too', () => {
  const name = '【某某字幕组】[海港 _ 港口 _ Harbour_Nights][12][1080P].mp4'
  expect(readPath(name)).toMatchObject({ title: '海港', original: 'Harbour Nights', episode: 12 })
  expect(readPath('[某组][海港！_港口！_Harbour][03 v2][1080P].mp4')).toMatchObject({ title: '海港！', episode: 3 })
  expect(readPath('轻声用俄语说话的海港邻居.mkv').title).toBe('轻声用俄语说话的海港邻居')
})

it('the number before a name in the folder of a list is its place in it', () => {
  expect(readPath('豆瓣top250/012.海港.1998.mkv')).toMatchObject({ title: '海港', year: 1998, kind: 'film' })
})

it.each([
  ['2019年《海港之夜》国语.mp4', { title: '海港之夜', year: 2019 }],
  ['主演：某人 海港之夜.1998.mkv', { title: '海港之夜', year: 1998 }],
  ['悠然鸟论坛.海港之夜.1998.DVDRip.mkv', { title: '海港之夜', year: 1998 }],
  ['M20 海港之夜 2008 1080p.mkv', { title: '海港之夜', year: 2008 }],
  ['海港之夜（十周年纪念版）1998.mkv', { title: '海港之夜', year: 1998 }],
  ['海港之夜.某某导演作品.1998.mkv', { title: '海港之夜', year: 1998 }],
  ['海港之夜清晰TC.rmvb', { title: '海港之夜' }],
  ['The%20Harbour%202011.mkv', { title: 'The Harbour', year: 2011 }],
  ['海港|The Harbour 2011 1080p.mkv', { title: '海港', original: 'The Harbour' }],
  ['海港.하버.2011.1080p.mkv', { title: '海港', original: '하버' }],
  ['[某某字幕组] 最狂海港【引水人】世界 [03][1080P].mp4', { title: '最狂海港引水人世界', episode: 3 }],
])('labels, remarks and dividers beside a Chinese title: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it.each([
  ['harbour.614.hr.hdtv.avi', { season: 6, episode: 14 }],
  ['harbour.1014.dvdrip.avi', { season: 10, episode: 14 }],
  ['海港风云第三季21集.mp4', { season: 3, episode: 21 }],
  ['[某某字幕组]海港之旅 12 GB MP4.mp4', { title: '海港之旅', episode: 12 }],
  ['海港之夜.21-22.rmvb', { title: '海港之夜', episode: [21, 22] }],
  ['电视剧/海港风云第二部/海港风云2 12.mkv', { title: '海港风云第二部', episode: 12 }],
  ['海港风云A.rmvb', { title: '海港风云', part: 1 }],
  ['海港风云 拍摄花絮.mkv', { kind: 'extra' }],
  ['港の夜景 第02話.mkv', { title: '港の夜景', episode: 2 }],
])('numbers of episodes and parts as older copies write them: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it.each([
  ['(海港的故事)Harbour.A.Story.2009.BluRay.720p.mkv', { title: '海港的故事', original: 'Harbour A Story' }],
  ['海港之夜 Гавань 2018 1080p.mkv', { title: '海港之夜', original: 'Гавань' }],
  ['海港之夜—Harbour Nights—2011—蓝光.mkv', { title: '海港之夜', original: 'Harbour Nights', year: 2011 }],
  ['海港之夜-Harbour-2011.mkv', { title: '海港之夜', original: 'Harbour', year: 2011 }],
  ['電影/動畫/海港动画合集/1995-海港奇遇.mkv', { kind: 'film', title: '海港奇遇', year: 1995 }],
  ['公視 海港之夜 第3集 1080i.ts', { title: '海港之夜', episode: 3 }],
  ['三立台灣台 海港之夜 第100集.mp4', { title: '海港之夜', episode: 100 }],
  ['凤凰卫视中文台-海港有约-2010.05.01.rmvb', { title: '海港有约', date: '2010-05-01' }],
  ['央视纪录 海港 第三季 第12集.mp4', { title: '海港', season: 3, episode: 12 }],
  ['CHC家庭影院 海港之夜 1996 HDTV 1080i.ts', { title: '海港之夜', year: 1996 }],
  ['[2018冬季日剧]海港之夜.EP05.mp4', { title: '海港之夜', episode: 5 }],
  ['[漫海HARBOUR][海港的忧郁][01][DVDRIP].rmvb', { title: '海港的忧郁', episode: 1 }],
  ['迅雷看看-海港风云.高清.rmvb', { title: '海港风云' }],
  ['海港风云2.TS清晰国语.rmvb', { title: '海港风云2' }],
  ['美食纪录片.海港人间.第三季.EP02.mp4', { title: '海港人间', season: 3, episode: 2 }],
  ['海港之夜 第二季 SP.mp4', { title: '海港之夜', season: 0 }],
  ['海港之夜 第5.5集.mp4', { kind: 'episode', title: '海港之夜', episode: 5.5 }],
  ['[某某字幕组] 海港之夜 - 12.5 [1080P].mkv', { kind: 'episode', title: '海港之夜', episode: 12.5 }],
  ['海港运动会05-06.mp4', { title: '海港运动会', episode: [5, 6] }],
  ['电视剧/海港风云2003/海港风云.40.大结局.mkv', { title: '海港风云', year: 2003, episode: 40 }],
  ['电视剧/海港风云 全45集/03海港风云.rmvb', { title: '海港风云', episode: 3 }],
])('stations, shelves and second titles of a Chinese name: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it.each([
  ['海港风云2bd中英双字.mp4', { title: '海港风云2' }],
  ['海港风云hd1280高清国语.mkv', { title: '海港风云' }],
  ['海港风云国版.The.Harbour.2014.720p.mkv', { title: '海港风云', original: 'The Harbour', year: 2014 }],
  ['美剧/海港风云全8季/第3季/05.mkv', { title: '海港风云', season: 3, episode: 5 }],
  ['海港风云全十季.The.Harbour.1080p.BluRay/The.Harbour.S02E03.mkv', { title: '海港风云', season: 2 }],
  ['[某某字幕组][海港番外-东海传][02][1080P].mp4', { title: '海港番外-东海传', episode: 2 }],
  ['某某字幕组★海港 Harbour Nights★11★1920x1080★简体中文.mp4', { title: '海港', original: 'Harbour Nights', episode: 11 }],
  ['动画片海港图图03.mp4', { title: '海港图图', episode: 3 }],
])('stars, small letters and whole counts: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it.each([
  ['海港风云3：终局 (2017)/海港风云3.mkv', { title: '海港风云3：终局', year: 2017 }],
  ['港口罪Har7our.1995.mkv', { title: '港口罪', original: 'Har7our', year: 1995 }],
  ['湖南卫视2013版 海港风云 第01集.rmvb', { title: '海港风云', episode: 1 }],
  ['亞視 再見海港風雲 01.avi', { title: '再見海港風雲', episode: 1 }],
  ['无线剧 海港师姐II EP10.mkv', { title: '海港师姐II', episode: 10 }],
  ['动漫/海港物语/海港物语 0123 雪山浪漫史.mp4', { title: '海港物语', episode: 123 }],
  ['电视剧/海港风云续集/海港风云续集03-1.mkv', { title: '海港风云续集', episode: 3, part: 1 }],
])('a name beside its folder, and more stations: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it.each([
  ['[韩国][2013][海港直播].The.Harbour.Live.720p.mkv', { title: '海港直播', year: 2013 }],
  ['Harbour(海港).2010.BluRay.mkv', { title: '海港', original: 'Harbour', year: 2010 }],
  ['9.4 海港风云 2010.mkv', { title: '海港风云', year: 2010 }],
  ['邵氏经典-海港三十六房-1978.avi', { title: '海港三十六房', year: 1978 }],
  ['海港风云 第1部分.mp4', { title: '海港风云', part: 1 }],
  ['海港风云.D13.E37-38.2004.DVDRip.mkv', { title: '海港风云', year: 2004, episode: [37, 38] }],
])('the country, a rating, a shelf and a disc beside the title: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it('a list number before a year in brackets, EXT before a year, two episodes of a named season', () => {
  expect(readPath('Films/Harbours/03 Revenge of the Harbour (2005).mkv').title).toBe('Revenge of the Harbour')
  expect(readPath('The Two Harbours EXT (2002).avi')).toMatchObject({ title: 'The Two Harbours', year: 2002 })
  expect(readPath('Harbour - Season 4, Episode 13 & 14.mkv')).toMatchObject({ season: 4, episode: [13, 14] })
})

it.each([
  ['电视剧/海港大院 45集/03海港大院.rmvb', { title: '海港大院', episode: 3 }],
  ['电视剧/海港大院 45集/HGDY_03.rmvb', { title: '海港大院', episode: 3 }],
  ['TVB J2 海港地球 20140501.ts', { title: '海港地球', date: '2014-05-01' }],
  ['央视一套 海港年代 第10集.ts', { title: '海港年代', episode: 10 }],
  ['SMG东方卫视 海港挑战 第三季 20170709 第1期.ts', { title: '海港挑战', season: 3, episode: 1 }],
  ['海港侦探 OVA 第9集 十年后的陌生人.mkv', { title: '海港侦探', season: 0, episode: 9 }],
  ['海港风云之古城 特辑.mp4', { kind: 'extra', title: '海港风云之古城' }],
])('recordings, counted folders and specials: %s', (path, expected) => {
  expect(readPath(path)).toMatchObject(expected)
})

it('what is no episode of a series in its folder is none', () => {
  expect(readPath('电视剧/海港大院/OP 01.mkv').episode).toBeUndefined()
  expect(readPath('电视剧/海港大院/Menu 01.mkv').episode).toBeUndefined()
  expect(readPath('电视剧/海港大院/海港大院10-1.mkv').part).toBe(0)
})
