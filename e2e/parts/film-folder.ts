/** A folder as it lies on disks: more than sixty real files with names of every shape, with discs, versions, parts, series, NFO files, pictures, extras and damaged files. The films are those of testing/film-database. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFilm } from './film.ts'

/** Films by the id that they should get, with their files. */
const databaseFilms: Readonly<Record<string, readonly string[]>> = {
  'movie/19': ['Metropolis.1927.1080p.BluRay.x264-GRP.mkv'],
  'movie/653': ['Nosferatu (1922)/Nosferatu.1922.720p.mkv'],
  'movie/234': ['The.Cabinet.of.Dr.Caligari.1920.mkv'],
  'movie/10331': ['Night.of.the.Living.Dead.1968.REMASTERED.1080p.mkv'],
  'movie/3085': ['His Girl Friday (1940) [1080p].mkv'],
  'movie/4808': ['Charade (1963)/Charade.1963.1080p.mkv', 'Charade (1963)/Charade.1963.480p.avi'],
  'movie/961': ['The General (1926)/CD1/general.avi', 'The General (1926)/CD2/general.avi'],
  'movie/10098': ['[电影天堂www.dytt89.com]寻子遇仙记.1921.HD国语中字.mp4'],
  'movie/962': ['淘金记.The.Gold.Rush.1925.1080p.mkv'],
  'movie/832': ['M.1931.mkv'],
  'movie/775': ['月球旅行记 (1902).mkv'],
  'movie/643': ['战舰波将金号.1925.mkv'],
  'movie/22692': ['神女.1934.国语.mkv'],
  'movie/84423': ['马路天使.Street.Angel.1937.mkv'],
  'movie/57283': ['小城之春 1948.mkv'],
  'movie/31412': ['铁扇公主.Princess.Iron.Fan.1941.mkv'],
  'movie/45578': ['Big.Buck.Bunny.2008.2160p.mkv'],
  'movie/45745': ['Sintel.2010.mkv'],
  'movie/133701': ['Tears.of.Steel.2012.mkv'],
  'movie/9761': ['Elephants Dream (2006).mkv'],
  'movie/90001': ['The.Harbour.2016.mkv'],
  'movie/90002': ['The.Harbour.II.2019.mkv'],
  'movie/90006': ['Amber.Lantern.2012.mkv'],
  'movie/90009': ['Cafe.Lumen.2007.mkv'],
  'movie/90010': ['def/abc-def.mkv'],
  'movie/90015': ['Seven.Wells.1966.DVDRip.XviD-XYZ/xyz-abc.avi'],
  'movie/90016': ['some words {tmdb-90016}.mkv'],
  'movie/90017': ['Orbit.of.Dust.2022.mkv'],
  'movie/90018': ['Orbit.of.Dust.2.2024.mkv'],
  'movie/90022': [
    'Blind Alley (1950)/VIDEO_TS/VTS_01_1.VOB',
    'Blind Alley (1950)/VIDEO_TS/VTS_01_2.VOB',
    'Blind Alley (1950)/VIDEO_TS/VTS_01_0.VOB',
  ],
  'movie/90023': ['Winter Radio (2013)/BDMV/STREAM/00001.m2ts', 'Winter Radio (2013)/BDMV/STREAM/00002.m2ts'],
}

/** Series by their id, with the seasons and numbers of their files. */
const series: Readonly<Record<string, readonly string[]>> = {
  'tv/91001': [
    ...Array.from({ length: 6 }, (_, at) => `The.Lamplighters.S01E0${at + 1}.720p.mkv`),
    'The.Lamplighters.S01E01.1080p.mkv',
    'Lamplighters/Season 2/The.Lamplighters.S02E01.mkv',
    'Lamplighters/Season 2/The.Lamplighters.S02E02.mkv',
    'The.Lamplighters.S00E01.mkv',
  ],
  'tv/91002': ['剧集/茶馆故事/第01集.mp4', '剧集/茶馆故事/第02集.mp4', '剧集/茶馆故事/第03集.mp4'],
  'tv/91003': [1, 2, 3].map((number) => `[Garden-Raws] Sky Gardeners - 0${number} [1080p].mkv`),
}

/** Never identified by themselves: several fit equally, the year is wrong, only a part agrees, or nothing does. */
const unclear = {
  noYear: 'The Harbour.mkv',
  sameYear: 'The.Long.Field.2001.mkv',
  otherYear: 'Glass.Orchard.2016.mkv',
  alias: '河之歌.1998.mkv',
  unknown: 'Family.Holiday.2020.mp4',
} as const

/** With an NFO file of its own that no database knows. */
const withNfo = 'Home Movie/Home Movie.mkv'
const nfo = `\uFEFF<?xml version="1.0"?><movie><title>Picnic at the Lake</title><year>1999</year><plot>A day out.</plot>
<genre>Family</genre><director>Ada Winters</director><actor><name>Little Tom</name><role>Himself</role></actor><uniqueid type="imdb">tt9999999</uniqueid></movie> left over`

const hidden = ['Metropolis.1927.sample.mkv', 'Sintel (2010)/Extras/Making of.mkv', 'Sintel.2010-trailer.mp4']
const damaged = { noVideo: 'Broken.1999.mkv', empty: 'Empty.2001.mkv' }

export const filmFolder = {
  databaseFilms,
  series,
  unclear,
  hidden,
  damaged,
  nfoTitle: 'Picnic at the Lake',
  films: Object.keys(databaseFilms).length + Object.keys(series).length + Object.keys(unclear).length + 1,
  /** Files that ffprobe reads. */
  videos: [...Object.values(databaseFilms), ...Object.values(series), Object.values(unclear), [withNfo], hidden].flat().length,
}

/** Writes the folder; a few clips are encoded once and copied. */
export async function writeFilmFolder(root: string, work: string): Promise<void> {
  const clip = (suffix: string) => path.join(work, `clip${suffix}`)
  const h264 = undefined
  const kinds = { '.mkv': h264, '.mp4': h264, '.m2ts': h264, '.avi': ['mpeg4'], '.VOB': ['mpeg2video'] } as const
  for (const [suffix, video] of Object.entries(kinds)) {
    const target = suffix === '.VOB' ? clip('.mpg') : clip(suffix)
    const audio = suffix === '.avi' ? 'mp3' : suffix === '.VOB' ? 'mp2' : 'aac'
    const coding = video ? { video: [...video] } : {}
    await makeFilm(target, { seconds: 3, size: '320x180', audio, ...coding })
    if (suffix === '.VOB') await copyFile(target, clip(suffix))
  }
  const put = async (name: string) => {
    const target = path.join(root, name)
    await mkdir(path.dirname(target), { recursive: true })
    await copyFile(clip(path.extname(name)), target)
  }
  for (const name of [
    ...Object.values(databaseFilms),
    ...Object.values(series),
    Object.values(unclear),
    [withNfo],
    hidden,
  ].flat())
    await put(name)
  await writeFile(path.join(root, 'Home Movie/Home Movie.nfo'), nfo)
  await writeFile(path.join(root, 'def/abc-def.nfo'), 'https://www.themoviedb.org/movie/90010-glass-orchard\n')
  await writeFile(path.join(root, damaged.noVideo), 'no film at all '.repeat(999))
  await writeFile(path.join(root, damaged.empty), '')
}
