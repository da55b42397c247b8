/** Bulk rows of a film library as the cloud writes them, and of a user who has the box, watched some of it and likes some of it. */
import { unknownFilm, unknownIds, type ReportedFilm } from '@homeport/contract/movie/movie.ts'
import type { ReportedEpisode } from '@homeport/contract/movie/series.ts'
import type { FilmFile } from '@homeport/contract/shape/film/film.ts'

const films = 80_000
const series = 1_000
const episodesEach = 20
const rowsAtOnce = 400
const statementsAtOnce = 20
const peoplePool = 20_000

const devsn = 'BENCHBOX234567AB'
export const devid = '900001'
export const seriesIdOf = (at: number) => `s${at}`

/** Words of Chinese titles with their pinyin. */
const pinyin = new Map([
  ['海港', 'hai gang'],
  ['之夜', 'zhi ye'],
  ['重庆', 'chong qing'],
  ['森林', 'sen lin'],
  ['长街', 'chang jie'],
  ['灯塔', 'deng ta'],
  ['旧事', 'jiu shi'],
  ['城南', 'cheng nan'],
  ['少年', 'shao nian'],
  ['归来', 'gui lai'],
  ['风声', 'feng sheng'],
  ['北方', 'bei fang'],
])
const zh = [...pinyin.keys()]
const en = ['Harbour', 'Night', 'Quiet', 'Forest', 'Long', 'Street', 'Lighthouse', 'Return', 'North', 'Wind', 'City', 'Young']
const genres = ['drama', 'comedy', 'crime', 'action', 'animation', 'documentary', 'romance', 'thriller']
const regions = ['CN', 'HK', 'US', 'GB', 'FR', 'JP', 'KR', '']
const qualities = ['4K', '1080p', '720p', 'SD']
const of = <T>(values: readonly T[], at: number): T => values[at % values.length] as T

const isChinese = (at: number) => at % 3 === 0

function wordsOf(at: number): string[] {
  const words = isChinese(at) ? zh : en
  return [of(words, at), of(words, Math.floor(at / 7)), of(words, Math.floor(at / 31))]
}

function titleOf(at: number): string {
  return `${wordsOf(at).join(isChinese(at) ? '' : ' ')} ${at % 2_000}`
}

/** As the cloud spells them to compare. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9\u4e00-\u9fff]+/g, ' ')
    .trim()

/** The texts that the cloud stores beside a film to search by: sort key, title, other titles, pinyin, people, files. */
function keysOf(at: number, { title, original_title, people, files }: ReportedFilm): string {
  const syllables = [...wordsOf(at).map((word) => pinyin.get(word) ?? ''), at % 2_000].join(' ')
  return [
    1,
    isChinese(at) ? syllables.replaceAll(' ', '') : folded(title),
    folded(title),
    folded(original_title),
    isChinese(at) ? syllables : '',
    people.map(({ id, name }) => `${id}=${name}=${folded(name)}=`).join('|'),
    files.map(({ file_name }) => folded(file_name)).join('|'),
  ].join('\t')
}

/** And what it filters and sorts by. */
function factsOf({ kind, identified, year, rating, duration_ms, added_at, genres: own, region, quality }: ReportedFilm): string {
  const facts = { kind, identified, year, rating, duration_ms, added_at, genres: own, region, quality, collection_id: '' }
  return JSON.stringify({ version: 1, ...facts })
}

function fileOf(id: string, name: string): FilmFile {
  return {
    id,
    path: `shelf/${name}`,
    file_name: name,
    file_size: 4_000_000_000,
    duration_ms: 6_000_000,
    width: 1920,
    height: 1080,
    video: 'h264',
    audio: 'aac',
    subtitles: [],
    source: '',
    edition: '',
    languages: [],
  }
}

function filmAt(at: number): ReportedFilm {
  const title = titleOf(at)
  const cast = [0, 1, 2, 3, 4].map((nth) => (at * 7 + nth * 131) % peoplePool)
  return {
    ...unknownFilm,
    id: `f${at}`,
    title,
    original_title: at % 5 === 0 ? titleOf(at + 1) : '',
    year: 1930 + (at % 95),
    rating: (at % 80) / 10 + 2,
    duration_ms: 5_000_000 + at,
    added_at: 1_700_000_000 + at,
    quality: of(qualities, at),
    genres: [of(genres, at), of(genres, at + 3)],
    region: of(regions, at),
    overview: 'A harbour, a night and somebody who waits there for a ship that is late.',
    file_size: 4_000_000_000,
    files: [fileOf(`f${at}-file`, `${title.replaceAll(' ', '.')}.1080p.x264-GROUP.mkv`)],
    people: cast.map((id) => ({ id: `p${id}`, name: `Person ${id}`, job: 'cast' as const, role: '', photo: '' })),
    aliases: [],
    collection_id: '',
    ids: unknownIds,
  }
}

function episodeAt(at: number): ReportedEpisode {
  const number = (at % episodesEach) + 1
  const name = `Series.${Math.floor(at / episodesEach)}.S01E${String(number).padStart(2, '0')}.1080p.mkv`
  return {
    id: `e${at}`,
    series_id: seriesIdOf(Math.floor(at / episodesEach)),
    season: 1,
    number,
    number_end: null,
    title: titleOf(at),
    overview: '',
    air_date: '',
    still: '',
    duration_ms: 2_700_000,
    quality: '1080p',
    file_size: 1_000_000_000,
    added_at: 1_700_000_000,
    files: [fileOf(`e${at}-file`, name)],
  }
}

/** Statements to run one after the other, some at once. */
export function* libraryRows(): Generator<string[]> {
  let statements: string[] = []
  for (const statement of allRows()) {
    statements.push(statement)
    if (statements.length < statementsAtOnce) continue
    yield statements
    statements = []
  }
  yield [
    ...statements,
    `insert into film_total (devsn, total, episodes, version) values ('${devsn}', ${films + series}, ${series * episodesEach}, 1)`,
  ]
}

function* allRows(): Generator<string> {
  const columns = ['film_id', 'added_at', 'film', 'files', 'detail', 'facts', 'keys'] as const
  for (let from = 0; from < films + series; from += rowsAtOnce) {
    const rows: string[] = []
    for (let at = from; at < Math.min(from + rowsAtOnce, films + series); at += 1) {
      const film: ReportedFilm =
        at < films ? filmAt(at) : { ...filmAt(at), id: seriesIdOf(at - films), kind: 'series', files: [] }
      const { files, people, aliases: _aliases, collection_id: _collection, ids, texts: _texts, ...rest } = film
      const detail = JSON.stringify({ people, ids, collection: null })
      const texts = [JSON.stringify(rest), JSON.stringify(files), detail, factsOf(film), keysOf(at, film)]
      rows.push(tuple([devsn, film.id, film.added_at, ...texts, 1]))
    }
    yield `insert into films (devsn, ${columns.join(', ')}, version) values ${rows.join(', ')}`
  }
  for (let from = 0; from < series * episodesEach; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, series * episodesEach - from) }, (_, nth) => {
      const { files, texts: _texts, ...episode } = episodeAt(from + nth)
      const keys = `${folded(files[0]?.file_name ?? '')} ${folded(episode.title)}`
      const { id, series_id, season, number } = episode
      return tuple([devsn, id, series_id, season, number ?? 0, '', JSON.stringify(episode), JSON.stringify(files), keys, 1])
    })
    yield `insert into film_episodes (devsn, episode_id, series_id, season, number, order_key, episode, files, keys, version) values ${rows.join(', ')}`
  }
}

function tuple(values: readonly (string | number)[]): string {
  return `(${values.map((value) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`)).join(', ')})`
}

/** The user has the box, watched 2,000 films and 1,500 episodes, and likes 200 films. */
export function ownRows(userId: string): string[] {
  const watched = [
    ...Array.from({ length: 2_000 }, (_, at) => ({ id: `f${at * 39}`, at })),
    ...Array.from({ length: 1_500 }, (_, at) => ({ id: `e${at * 3}`, at })),
  ]
  const positions = watched.map(({ id, at }) =>
    tuple([userId, devsn, id, at % 4 === 0 ? 60_000 : 0, 6_000_000, at % 4 === 0 ? 0 : 1, 1_790_000_000_000 + at]),
  )
  const favorites = Array.from({ length: 200 }, (_, at) => tuple([userId, 'movie', `f${at * 17}`, at]))
  return [
    `insert into devices (devid, devsn, name, created_at) values ('${devid}', '${devsn}', 'Bench', 1)`,
    `insert into bindings (devid, user_id, role, is_default, bound_at) values ('${devid}', '${userId}', 'owner', 1, 1)`,
    `insert into film_position (user_id, devsn, movie_id, position_ms, duration_ms, is_watched, watched_at) values ${positions.join(', ')}`,
    `insert into favorites (user_id, type, thing_id, since) values ${favorites.join(', ')}`,
  ]
}
