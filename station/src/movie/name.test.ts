/** Titles and years parsed from file names. The corpus is from the MIT-licensed tests of two parsers of release names (film-names.json). */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { qualityOf, parseFileName } from './name.ts'

it.each([
  ['阳光电影www.ygdy8.com.白蛇：缘起.HD.720p.国语中字', '白蛇：缘起', '', null],
  ['【6v电影www.6v520.com】我不是药神.BD国语1280高清', '我不是药神', '', null],
  ['[电影天堂www.dytt89.com]满江红-2023_HD国语中字', '满江红', '', 2023],
  ['[BD影视分享bd2020.co]长津湖.1080P.国语中字', '长津湖', '', null],
  ['教父3.The.Godfather.Part.III.1990.BluRay.1080p', '教父3', 'The Godfather Part III', 1990],
  ['[寻梦环游记].Coco.2017.BluRay.720p.x264', '寻梦环游记', 'Coco', 2017],
  ['霸王别姬 Farewell My Concubine (1993)', '霸王别姬', 'Farewell My Concubine', 1993],
  ['大鱼海棠2016年1080p国语', '大鱼海棠', '', 2016],
  ['飞驰人生（2019）', '飞驰人生', '', 2019],
  ['流浪地球', '流浪地球', '', null],
  ['Blade Runner 2049 2017', 'Blade Runner 2049', '', 2017],
  ['Blade.Runner.2049.1080p.BluRay', 'Blade Runner 2049', '', null],
  ['2012.2009.1080p.BluRay', '2012', '', 2009],
  ['1917', '1917', '', null],
  ['2001 A Space Odyssey 1968', '2001 A Space Odyssey', '', 1968],
  ['The French Connection (1971) Remastered', 'The French Connection', '', 1971],
  ['Mr. Nobody (2009)', 'Mr. Nobody', '', 2009],
  ['Easy Rider  (Drama 1969)  Peter Fonda  720p', 'Easy Rider', '', 1969],
])('%s is read as a person reads it', (stem, ...[title, originalTitle, year]) => {
  expect(parseFileName(stem)).toMatchObject({ title, originalTitle, year })
})

it('parts are told by their number, "Part 1" of a title is none', () => {
  expect(parseFileName('Metropolis.1927.1080p-CD2')).toMatchObject({ title: 'Metropolis', year: 1927, part: 2 })
  expect(parseFileName('Dune.1984.part1')).toMatchObject({ title: 'Dune', part: 1 })
  expect(parseFileName('Kill Bill Part 1')).toMatchObject({ title: 'Kill Bill Part 1', part: 0 })
})

it('an episode is told from a film', () => {
  for (const name of ['The.Walking.Dead.S01E02.720p', '三体.第01集.2023', 'Show 1x02', 'Show EP03'])
    expect(parseFileName(name).isEpisode, name).toBe(true)
  for (const name of ['Se7en.1995', '第九区.2009', 'District 9']) expect(parseFileName(name).isEpisode, name).toBe(false)
})

it('a quality is what the name claims, until the picture says better', () => {
  expect(['a.2160p', 'a 4K', 'a.1080p', 'a.720p', 'a.480p', 'a'].map((name) => parseFileName(name).quality)).toEqual([
    '4K',
    '4K',
    '1080p',
    '720p',
    'SD',
    '',
  ])
  expect([
    qualityOf(3840, 1600),
    qualityOf(1920, 800),
    qualityOf(1080, 1920),
    qualityOf(1280, 544),
    qualityOf(720, 576),
    qualityOf(null, null),
  ]).toEqual(['4K', '1080p', '1080p', '720p', 'SD', ''])
})

it('of the corpus of release names at least 85 of 100 are read whole, title and year', () => {
  const Named = z.array(z.object({ name: z.string(), title: z.string(), year: z.nullable(z.number()) }))
  const corpus = Named.parse(JSON.parse(readFileSync(new URL('film-names.json', import.meta.url), 'utf8')))
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const right = corpus.filter(({ name, title, year }) => {
    const read = parseFileName(name.replace(/\.(mkv|mp4|avi|rmvb|mpeg|mov|wmv|ts)$/i, ''))
    return read.year === year && [read.title, read.originalTitle].some((one) => plain(one) === plain(title))
  })
  expect(corpus.length).toBeGreaterThan(250)
  expect(right.length / corpus.length).toBeGreaterThan(0.85)
})
