/** Names that a library must tell apart: titles that are words of extras, events of one year, half and dated episodes, versions in several folders. */
import { describe, expect, it } from 'vitest'
import { groupFilm } from './group-film.ts'
import { isWanted } from '../folder/walk.ts'
import { mainFiles } from '../film/playing-order.ts'

const probed = {
  state: 'film',
  duration_ms: 60_000,
  width: 720,
  height: 576,
  video: '',
  audio: '',
  pix_fmt: '',
  container: '',
  subtitles: '[]',
} as const

const fileIn = (root: string, path: string) =>
  groupFilm({
    root,
    scanned: { path: `${root}/${path}`, size: 1, modified_at: 1, changed_at: 1, inode: '1:1' },
    isOwn: false,
    now: 2,
  })
const fileOf = (path: string) => fileIn('/films', path)
const keysOf = (paths: readonly string[]) => new Set(paths.map((path) => fileOf(path).film.group_key)).size
const isShown = (path: string) => isWanted('/films', `/films/${path}`)

describe('words of extras hide only what lies beside a film', () => {
  it.each([
    'Extras/Season 1/Extras - S01E01.mkv',
    'TV/Extras/Season 1/Extras - S01E01.mkv',
    'Interview/The.Interview.2014.mkv',
    'Movies/Interview/The.Interview.2014.mkv',
    'Bonus/Bonus.Family.S01E01.mkv',
    'Shorts/Shorts.2009.mkv',
    'Shorts/Harbour Lights.mkv',
    'Trailers/Trailer.Trash.2020.mkv',
    'Outtakes (2014)/Outtakes.mkv',
    'Bloopers.mkv',
    'Movies/Bonus/Blooper Reel.mkv',
    'Clean Opening (2019).mkv',
    'Harbour/Season 2/Harbour.S02E05.The.Trailer.mkv',
    'menus/The.Menu.2022.mkv',
    'Sample.This.2012.1080p.mkv',
    'Free.Sample.mkv',
    'The Sample.mkv',
    '彩蛋/彩蛋大冒险.2015.mkv',
    '花絮/花絮人生.2019.mkv',
    'Featurettes/1x01.mkv',
    'The-Big-Short.mkv',
    'like-no-other.mkv',
    'The.Trailer.mkv',
    'Movies/Sample (2012)/Sample.mkv',
    'Movies/Trailer (2015)/trailer.mkv',
    'Movies/Shorts/One.mkv',
    'Movies/Extras/Harbour (2008)/film.mkv',
    'TV/Extras/S01E01.mkv',
    'Harbour Studio/Shorts/Tides.2006.mkv',
    'Harbour Studio/Shorts/Tides (1928)/Tides.mkv',
    'Family/Shorts/Anna.mp4',
    'Family/Interviews/Grandfather.mp4',
    'Show.S01E05.The.Trailer.mkv',
    'Show.S01E05.The.Sample.mkv',
    'Show.2019.S01E09.Deleted.Scenes.mkv',
    'Show.2019.S01E09.Making.of.a.Star.1080p.mkv',
    'Show.2024.03.15.Behind.the.Scenes.1080p.mkv',
    '电视剧/幕后/01.mp4',
    '主题曲.2020.mkv',
  ])('%s is shown', (path) => {
    expect(isShown(path)).toBe(true)
    expect(['film', 'episode']).toContain(fileOf(path).film.kind)
  })

  it.each([
    'Harbour (2014)/Extras/Making of.mkv',
    'Harbour (2014)/Interview/The Interview 2014.mkv',
    'Harbour/Season 1/Extras/Outtakes.mkv',
    'Harbour (2014)/Sample/harbour-sample.mkv',
    'Harbour (2014)/Trailers/Trailer 2014.mkv',
    'Harbour (2014)/Deleted.Scenes.mkv',
    'Harbour (2014)/Behind the Scenes 2.mkv',
    'Harbour.2014.Bonus.Disc.1080p.mkv',
    'TV/Harbour/Season 2/Harbour S02 Trailer.mkv',
    'TV/Harbour/Harbour - Season 2 Official Trailer.mkv',
    'TV/Harbour/Featurettes/Cast.mkv',
    'Anime/Harbour/Harbour Creditless Opening 1.mkv',
    'Harbour.2014.1080p.sample.mkv',
    'sample-harbour.2014.mkv',
    'sample.mkv',
    '海港 (2014)/花絮/幕后.mkv',
    'Harbour (2014)/behind-the-scenes/One.mkv',
    'Harbour (2014)/Deleted.Scenes/One.mkv',
    'Harbour (2014)/Clips/One.mkv',
    'Harbour (2014)/other/One.mkv',
    'Harbour (2014)/backdrops/One.mp4',
    'Harbour (2014)/theme-music/One.mp4',
    'Harbour (2014)/Harbour (2014)-deletedscene.mkv',
    'Harbour (2014)/Harbour (2014)-short.mkv',
    'Harbour (2014)/Harbour (2014)-clip.mkv',
    'Harbour (2014)/Harbour (2014) trailer.mkv',
    'Harbour/Harbour-interview.mkv',
    'Harbour/Harbour.Teaser.mkv',
    'Harbour.2014.1080p-GRP/Sample/harbour.mkv',
    'Show/Show.S01E01.sample.mkv',
  ])('%s is beside a film', (path) => {
    expect(isShown(path)).toBe(false)
  })

  it('a series that is named Extras keeps its name', () => {
    expect(fileOf('Extras/Season 1/Extras - S01E01.mkv').series?.title).toBe('Extras')
    expect(fileOf('Bonus/Bonus.Family.S01E01.mkv').series?.title).toBe('Bonus Family')
  })
})

describe('events of one year are entries of their own', () => {
  it.each([
    ['F1/Formula1.2025.Chinese.Grand.Prix.Race.1080p.mkv', 'Formula1 Chinese Grand Prix Race'],
    ['F1/Formula1.2025.Monaco.Grand.Prix.Race.1080p.mkv', 'Formula1 Monaco Grand Prix Race'],
    ['F1/Formula1.2025.Monaco.Grand.Prix.Qualifying.1080p.mkv', 'Formula1 Monaco Grand Prix Qualifying'],
    ['WWE/WWE.2025.Royal.Rumble.1080p.WEB.h264-GRP.mkv', 'WWE Royal Rumble'],
    ['WWE/WWE.2025.SummerSlam.1080p.WEB.h264-GRP.mkv', 'WWE SummerSlam'],
    ['UFC/UFC.Fight.Night.2024.Blaydes.vs.Almeida.720p.mkv', 'UFC Fight Night Blaydes vs Almeida'],
    ['MotoGP/MotoGP.2025.Round.03.Americas.Race.1080p.mkv', 'MotoGP Round 03 Americas Race'],
    ['MotoGP/MotoGP.2025.Round.04.Qatar.Race.1080p.mkv', 'MotoGP Round 04 Qatar Race'],
    ['Cycling/Tour.de.France.2024.Stage.12.1080p.mkv', 'Tour de France Stage 12'],
    ['Cycling/Tour de France 2024 Etappe 13 720p.mkv', 'Tour de France Etappe 13'],
    ['足球/欧洲杯.2024.决赛.西班牙vs英格兰.1080p.mkv', '欧洲杯 决赛 西班牙vs英格兰'],
    ['Games/Olympics.2024.Mens.100m.Final.1080p.mkv', 'Olympics Mens 100m Final'],
    ['Games/Olympics.2024.Womens.100m.Final.1080p.mkv', 'Olympics Womens 100m Final'],
    ['晚会/湖南卫视2024年跨年晚会.mkv', '湖南卫视 跨年晚会'],
    ['晚会/湖南卫视2024年元宵喜乐会.1080p.mkv', '湖南卫视 元宵喜乐会'],
    ['晚会/中央电视台2024年春节联欢晚会.4K.ts', '中央电视台 春节联欢晚会'],
  ])('%s is %s', (path, title) => {
    expect(fileOf(path).film).toMatchObject({ title, year: /2024/.test(path) ? 2024 : 2025 })
  })

  it('two of them are no versions of one, two qualities of one are', () => {
    const race = (name: string) => `F1/Formula1.2025.${name}.mkv`
    expect(keysOf([race('Chinese.Grand.Prix.Race.1080p'), race('French.Grand.Prix.Race.1080p')])).toBe(2)
    expect(keysOf([race('Chinese.Grand.Prix.Race.1080p'), race('Chinese.Grand.Prix.Race.German.720p.WEB.x264-GRP')])).toBe(1)
    expect(keysOf(['晚会/湖南卫视2024年跨年晚会.mkv', '晚会/湖南卫视2024年元宵喜乐会.1080p.mkv'])).toBe(2)
    expect(keysOf(['Family/Summer 2019 Italy.mp4', 'Family/Summer 2019 Greece.mp4', 'Family/Summer 2019.mp4'])).toBe(3)
    expect(keysOf(['家/春节2024年北京.mp4', '家/春节2024年上海.mp4'])).toBe(2)
    expect(keysOf(['A/Gala.2024.Red.Carpet.Live.720p.mkv', 'A/Gala.2024.Award.Show.Live.720p.mkv'])).toBe(2)
  })
})

describe('half, special and dated episodes', () => {
  it.each([
    ['[Group] Nura - 11.5 [1080p].mkv', 1, 11.5],
    ['Nura/Season 01/[Group] Nura - 11.5 [1080p].mkv', 1, 11.5],
    ['Nura/Season 2/Nura - S02E11.5 - Recap.mkv', 2, 11.5],
    ['Nura/第11.5话.mkv', 1, 11.5],
    ['[某字幕组][Nura][11.5][1080P].mkv', 1, 11.5],
    ['Nura EP11.5 720p.mkv', 1, 11.5],
    ['[Group] Nura 11.5 [1080p].mkv', 1, 11.5],
    ['Nura/Nura SP01.mkv', 0, 1],
    ['Nura/Nura EX01.mkv', 0, 1],
    ['Nura/Nura OVA 2.mkv', 0, 2],
    ['Nura/Nura OAD 2.mkv', 0, 2],
    ['Nura/Nura S00E01.mkv', 0, 1],
  ])('%s is episode %d, %d', (path, season, episode) => {
    const { film, series } = fileOf(path)
    expect([series?.title, film.season, film.episode]).toEqual(['Nura', season, episode])
  })

  it.each([
    ['WWF Monday Night Raw (1994)/12/WWF Monday Night Raw 12-05-94.mp4', '1994-12-05'],
    ['Show/Show 31-12-99.avi', '1999-12-31'],
    ['Show/Show 12_31_99.avi', '1999-12-31'],
    ['Show/Show 12 31 99.avi', '1999-12-31'],
    ['Show/Show 05.12.94.avi', '1994-12-05'],
    ['Show/Show.94-12-05.avi', '1994-12-05'],
    ['Show/Show 23 11 2010.avi', '2010-11-23'],
    ['Show/Show 11-23-2010.avi', '2010-11-23'],
    ['Show/Show (5-12-2010).avi', '2010-05-12'],
  ])('%s is of the day %s', (path, day) => {
    expect(fileOf(path).film).toMatchObject({ kind: 'episode', air_date: day })
  })

  it.each(['Film 9.11.2004.1080p', 'Jackass.3.5.2011.1080p', 'Apollo 13 1995', 'Film 45-13-99', 'U-571.2000'])(
    'no day is in %s',
    (name) => {
      expect(fileOf(`${name}.mkv`).film.air_date).toBe('')
    },
  )

  it('a show by days in folders of years is one series', () => {
    const days = ['Raw (1994)/Raw 12-05-94.mkv', 'Raw (1995)/Raw 12-04-95.mkv']
    expect(days.map((path) => fileOf(path).film.year)).toEqual([null, null])
  })

  it.each([
    ['24/Season 3/24.314.avi', ['24', 3, 14]],
    ['Harbour/S02/214 - Title.mkv', ['Harbour', 2, 14]],
    ['Stargate SG-1 - Season 1/SG-1 102.mkv', ['Stargate SG-1', 1, 2]],
    ['Show/Season 10/Show.1003.mkv', ['Show', 10, 3]],
    ['Show/Season 2/Show 214.720p.mkv', ['Show', 2, 14]],
    ['Dragonball Z/Dragonball.Z.102.1080p.mkv', ['Dragonball Z', 1, 102]],
    ['Harbour/Season 10/1001.avi', ['Harbour', 10, 1]],
    ['Harbour/Season 2/214.avi', ['Harbour', 2, 14]],
    ['Harbour/Season 1/101.avi', ['Harbour', 1, 101]],
    ['Harbour/Season 3/Harbour 301 The Note.avi', ['Harbour', 3, 1]],
    ['斗罗大陆2 85.mp4', ['斗罗大陆2', 1, 85]],
    ['Harbour Lights 001 [480p].mkv', ['Harbour Lights', 1, 1]],
    ['斗破苍穹5 120.mp4', ['斗破苍穹5', 1, 120]],
    ['孤独のグルメ Season10 #01.mp4', ['孤独のグルメ', 10, 1]],
    ['Anime/Dragonball.Z.103.1080p.mkv', ['Dragonball Z', 1, 103]],
  ])('three and four digits are a season and an episode, or an episode: %s', (path, expected) => {
    const { film, series } = fileOf(path)
    expect([series?.title, film.season, film.episode]).toEqual(expected)
  })

  it.each([
    'Room/Room 104 (2017).mkv',
    'Room/Room 104 The Film.mkv',
    'Area 407.mkv',
    'Studio.666.2022.1080p.mkv',
    '海港5 720p.mp4',
  ])('%s is a film', (path) => {
    expect(fileOf(path).series).toBeUndefined()
  })

  it.each([
    'Show - S01E01 - Pilot (2002).mkv',
    'Show - S01E02 - Two (2003).mkv',
    'Show - S01E03 - Three [2004].mkv',
    'Show - S01E05 - 1999 - The End.mkv',
    'Show.S01E06.2012.Apocalypse.720p.mkv',
    'Show.S01E07.Two.2019.720p.mkv',
    'Show 1x08 - The Year 2010.mkv',
  ])('a year in the title of an episode is not that of its series: %s', (path) => {
    expect([fileOf(path).film.year, fileOf(path).series?.title]).toEqual([null, 'Show'])
  })

  it('a year before the number is the series own', () => {
    expect(fileOf('Show (1995) - S01E06 - 2001.mkv').film.year).toBe(1995)
    expect(fileOf('Show.S01E06.1995.720p.mkv').film.year).toBe(1995)
  })
})

describe('versions in several folders are one film', () => {
  const name = 'The Conjuring (2013)'
  it.each([
    [`1080p/${name} [tmdbid=138843]/${name}.mkv`, `2160p/${name} [tmdbid=138843]/${name}.mkv`],
    [`1080p/${name}/${name}.mkv`, `2160p/${name} {tmdb-138843}/${name}.mkv`],
    [`${name}/1080p/${name}.mkv`, `${name}/2160p/${name}.mkv`],
    [`Horror/${name}/film.mkv`, `4K/The.Conjuring.2013.2160p.UHD.BluRay.x265-GRP/grp-conj.mkv`],
    ['1080p/The.Conjuring.2013.1080p.BluRay.mkv', 'UHD/The.Conjuring.2013.2160p.WEB-DL.mkv'],
    [`720p/${name}.mkv`, `1080p/${name}.mkv`],
    ['Harbour/Harbour.1080p.mkv', 'Harbour/Harbour.2160p.WEB-DL.mkv'],
    ['Harbour/Harbour.mkv', 'Harbour/Harbour - 4K.mp4'],
    ['电影/海港/海港.mp4', '电影/海港/海港.国语.1080p.mkv'],
  ])('%s and %s', (one, other) => {
    expect(keysOf([one, other])).toBe(1)
    if (/\d{4}\)/.test(one)) expect(fileIn('/more', other).film.group_key).toBe(fileOf(one).film.group_key)
  })

  it.each([
    ['Kids/Birthday 2019.mp4', 'Friends/Birthday 2019.mp4'],
    [`${name}/${name}.mkv`, 'The Conjuring (2016)/The Conjuring (2016).mkv'],
    ['Kids/Birthday.mp4', '1080p/Birthday.mp4'],
    ['Kids/Kids.mp4', 'Kids/Kids (1).mp4'],
    ['Kids/Kids (1).mp4', 'Kids/Kids (2).mp4'],
    ['Kids/movie.mp4', 'Kids/film.mp4'],
    ['Rocky/Rocky.1080p.mkv', 'Rocky/Rocky 2.1080p.mkv'],
    ['Movies/Movies.mp4', 'Movies/Movies 720p.mp4'],
    ['a/Harbour/Harbour.mkv', 'b/Harbour/Harbour.mkv'],
  ])('%s and %s are two', (one, other) => {
    expect(keysOf([one, other])).toBe(2)
  })

  it.each([
    "Film (2016) - Director's Cut",
    'Film.2016.iTA.ENG.1080p.BDMux',
    'Film.2016.Extended.German.DL.720p.x264-GRP',
    'Film.2016.PSYCHD.1080p',
    'Film 2016 Rus Eng',
    'Film (2016) [tmdbid-12]',
    'Film.2016.v2.2160p.DV.HDR10',
    'Film 2016 Rifftrax',
  ])('what stands behind the year of %s is no event', (path) => {
    expect(keysOf([`Film (2016)/Film (2016).mkv`, `Film (2016)/${path}.mkv`])).toBe(1)
  })
})

describe('a film in parts is one film, played in their order', () => {
  const film = 'Gandhi (1982)'
  it.each([
    [`${film}/${film}-cd1`, `${film}/${film}-cd2`],
    [`${film}/${film}-part-1`, `${film}/${film}-part-2`],
    [`${film}/${film} pt.1`, `${film}/${film} pt.2`],
    [`${film}/${film} part 1`, `${film}/${film} part 2`],
    [`${film}/${film} - part 1`, `${film}/${film} - part 2`],
    [`${film}/${film} - part one`, `${film}/${film} - part two`],
    [`${film}/${film} [part 1]`, `${film}/${film} [part 2]`],
    [`${film}/${film} (1 of 2)`, `${film}/${film} (2 of 2)`],
    [`${film}/${film} a`, `${film}/${film} b`],
    [`${film} - disc-1`, `${film} - disc-2`],
    [`${film}/Part 1/film`, `${film}/Part 2/film`],
    ['Gandhi.1982.part1.1080p.BluRay.x264-GRP', 'Gandhi.1982.part2.1080p.BluRay.x264-GRP'],
    ['Gandhi.1982.Extended.Edition.Part1.1080p', 'Gandhi.1982.Extended.Edition.Part2.1080p'],
  ])('%s, %s', (one, other) => {
    const files = [one, other].map((path) => fileOf(`${path}.mkv`))
    expect(files.map(({ part }) => part)).toEqual([1, 2])
    expect(files.map((file) => file.film)).toMatchObject([{ title: 'Gandhi' }, { title: 'Gandhi' }])
    expect(new Set(files.map((file) => file.film.group_key)).size).toBe(1)
  })

  it('the tenth disc comes after the second', () => {
    expect(['2', '10', '11'].map((number) => fileOf(`Long (1990)/Long (1990) cd${number}.avi`).part)).toEqual([2, 10, 11])
  })

  it('the files of a DVD are one film where they lie in its folder, too', () => {
    const names = ['VIDEO_TS.VOB', 'VTS_01_0.VOB', 'VTS_01_1.VOB', 'VTS_01_2.VOB']
    const files = names.map((name) => fileOf(`Tides (1979)/${name}`))
    expect(new Set(files.map((file) => file.film.group_key)).size).toBe(1)
    expect(files[0]?.film).toMatchObject({ title: 'Tides', year: 1979 })
    const rows = files.map((file) => ({ ...file, ...probed, film_id: 'f', size: /_01_[12]/.test(file.path) ? 9 : 1 }))
    expect(mainFiles(rows).map(({ path }) => path.slice(-12))).toEqual(['VTS_01_1.VOB', 'VTS_01_2.VOB'])
  })

  it.each([
    ['Dune.Part.One.2021', 'Dune.Part.Two.2024'],
    ['HP/Harry Potter and the Deathly Hallows Part 1', 'HP/Harry Potter and the Deathly Hallows Part 2'],
    ['TV/The Stand (1994)/The.Stand.1994.Part.1', 'TV/The Stand (1994)/The.Stand.1994.Part.2'],
    ['Shogun (1980)/Shogun.1980.Part.1.of.5', 'Shogun (1980)/Shogun.1980.Part.2.of.5'],
    ['Brothers (2001)/Brothers (2001) - Part 1 - Currahee', 'Brothers (2001)/Brothers (2001) - Part 2 - Day of Days'],
  ])('%s and %s are two', (one, other) => {
    expect([one, other].map((path) => fileOf(`${path}.mkv`).part)).toEqual([0, 0])
    const keys = [one, other].map((path) => fileOf(`${path}.mkv`)).map(({ film }) => [film.group_key, film.episode])
    expect(keys[0]).not.toEqual(keys[1])
  })
})

describe('recordings of one day or one trip are entries of their own', () => {
  it.each([
    ['Camera/20240101_120000', 'Camera/20240101_130000'],
    ['Camera/VID_20240101_120000', 'Camera/VID_20240101_130000'],
    ['Camera/PXL_20240101_120000', 'Camera/PXL_20240101_130000'],
    ['Camera/video-2024-01-01-12-00-00', 'Camera/video-2024-01-01-13-00-00'],
    ['Camera/WhatsApp Video 2024-01-01 at 12.00.00', 'Camera/WhatsApp Video 2024-01-01 at 13.00.00'],
    ['Screen Recording 2023-01-01 at 10.00.00', 'Screen Recording 2023-01-01 at 10.00.01'],
    ['录屏_20240101_120000', '录屏_20240101_130000'],
    ['News/Harbour News 2024-01-05 20-00', 'News/Harbour News 2024-01-05 12-00'],
    ['News/20240105_2000_ONE_Harbour', 'News/20240105_1200_ONE_Harbour'],
    ['Trip to Rome (2019)/IMG_0001', 'Trip to Rome (2019)/IMG_0002'],
    ['Trip to Rome (2019)/MVI_0001', 'Trip to Rome (2019)/GX010002'],
  ])('%s and %s', (one, other) => {
    const films = [one, other].map((path) => fileOf(`${path}.mp4`).film)
    expect(new Set(films.map(({ group_key }) => group_key)).size).toBe(2)
    if (!/video-/.test(one)) expect(films[0]?.title).not.toBe(films[1]?.title)
  })

  it.each([
    ['News/Harbour News 2024-01-05 20-00.ts', 'News/Harbour News 2024-01-05 20.00 720p.mkv'],
    ['Daily/Show.2024.01.05.1080p.mkv', 'Daily/Show.2024.01.05.1440p.mkv'],
    ['Harbour (2014)/video_2023-01-01.mp4', 'Harbour (2014)/Harbour (2014).mkv'],
  ])('%s and %s are one', (one, other) => {
    expect(keysOf([one, other])).toBe(1)
  })
})

it.each([
  ['最终季', 'Alpha 最终季'],
  ['下部', 'Alpha 下部'],
  ['Part 2', 'Alpha Part 2'],
  ['Vol. 3', 'Alpha Vol. 3'],
  ['Book One', 'Alpha Book One'],
  ['Final Season', 'Alpha Final Season'],
  ['Week 1', 'Alpha Week 1'],
  ['2019', 'Alpha 2019'],
  ['12', 'Alpha 12'],
  ['English Dub', 'Alpha'],
  ['Episodes', 'Alpha'],
  ['Episodes 1-10', 'Alpha'],
  ['BD', 'Alpha'],
  ['未看', 'Alpha'],
  ['New Folder (2)', 'Alpha'],
])('episodes of two series in folders that are named %s are no versions of each other', (folder, title) => {
  const files = ['Alpha', 'Beta'].map((series) => fileOf(`TV/${series}/${folder}/01.mkv`))
  expect(files.map((file) => file.series?.title)).toEqual([title, title.replace('Alpha', 'Beta')])
  expect(new Set(files.map(({ film }) => film.group_key)).size).toBe(2)
  expect(fileOf(`${folder}/01.mkv`).series?.title).not.toBe('')
})
