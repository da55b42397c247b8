/** Which files are listed, and under which title and key. */
import { expect, it } from 'vitest'
import { groupFilm } from './group-film.ts'
import { isWanted } from '../folder/walk.ts'

const root = '/films'
const filmOf = (path: string) => fileOf(path).film
const fileOf = (path: string) =>
  groupFilm({
    root,
    scanned: { path: `${root}/${path}`, size: 1, modified_at: 1, changed_at: 1, inode: '1:1' },
    isOwn: false,
    now: 2,
  })

it('episodes stay apart and their titles tell them apart; versions of one are one', () => {
  const films = ['庆余年/第一季/01.mp4', '庆余年/第一季/02.mp4', 'Title.S01E03.mkv', 'Title.S01E03.1080p.mkv'].map(filmOf)
  expect(films.map(({ title }) => title)).toEqual(['庆余年 第1季 第1集', '庆余年 第1季 第2集', 'Title S01E03', 'Title S01E03'])
  expect(new Set(films.map(({ group_key }) => group_key)).size).toBe(3)
})

it.each([
  ['剧集/名侦探柯南 第12集.mp4', '名侦探柯南', [1, 12, null, '']],
  ['[组] Anime Title - 137 [1080p].mkv', 'Anime Title', [1, 137, null, '']],
  ['The Harbour/Specials/Christmas Special.mkv', 'The Harbour', [0, null, null, '']],
  ['The Harbour/Season 1/Making a thing.mkv', 'The Harbour', [1, null, null, '']],
  ['[组] Anime Title SP1 [1080p].mkv', 'Anime Title', [0, 1, null, '']],
  ['The.Harbour.S02E03-E05.mkv', 'The Harbour', [2, 3, 5, '']],
  ['The Daily Talk 2021-03-05.mkv', 'The Daily Talk', [1, null, null, '2021-03-05']],
])('%s is an episode of %s', (path, title, numbers) => {
  const { film, series } = fileOf(path)
  expect(series?.title).toBe(title)
  expect([film.season, film.episode, film.episode_end, film.air_date]).toEqual(numbers)
})

it('versions of one film in one folder have one key, whatever stands behind the title', () => {
  const keys = ['The.Harbour.2016.720p.mkv', 'The.Harbour.2016.iTA.ENG.1080p.BDMux.mkv', 'The Harbour (2016) - 2160p.mkv'].map(
    (name) => filmOf(name).group_key,
  )
  expect(new Set(keys).size).toBe(1)
  expect(filmOf('The.Harbour.2018.720p.mkv').group_key).not.toBe(keys[0])
})

it('extras, samples and trailers are not listed; films named so are', () => {
  const hidden = [
    '海港/花絮/幕后.mkv',
    '海港-预告1.mp4',
    'Series-f02-Film-x01-Extra.mkv',
    '[A] Show [NCOP1].mkv',
    'Harbour/Sample/a.mkv',
    '海港/预告片/a.mkv',
  ]
  const listed = [
    '预告犯.2015.mkv',
    'Trailer.Park.Boys.2006.mkv',
    'The.Sample.2019.mkv',
    'Film-x264-GRP.mkv',
    'Extras.S02E04.avi',
  ]
  expect(hidden.filter((path) => isWanted(root, `${root}/${path}`))).toEqual([])
  expect(listed.filter((path) => !isWanted(root, `${root}/${path}`))).toEqual([])
})
