/** Which files are listed, and under which title and key. */
import { expect, it } from 'vitest'
import { groupFilm } from './group-film.ts'
import { isWanted } from './walk.ts'

const root = '/films'
const filmOf = (path: string) =>
  groupFilm({
    root,
    scanned: { path: `${root}/${path}`, size: 1, modified_at: 1, changed_at: 1, inode: '1:1' },
    isOwn: false,
    now: 2,
  }).film

it('episodes stay apart and their titles tell them apart', () => {
  const films = ['庆余年/第一季/01.mp4', '庆余年/第一季/02.mp4', 'Title.S01E03.mkv', 'Title.S01E03.1080p.mkv'].map(filmOf)
  expect(films.map(({ title }) => title)).toEqual(['庆余年 第1季 第1集', '庆余年 第1季 第2集', 'Title S01E03', 'Title S01E03'])
  expect(new Set(films.map(({ group_key }) => group_key)).size).toBe(4)
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
    'Film/Sample/a.mkv',
    '预告片/a.mkv',
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
