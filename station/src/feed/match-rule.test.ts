/** Rules on the names of releases. */
import { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { describe, expect, test } from 'vitest'
import { readName } from '../movie/name/read-name.ts'
import { createChooseItems } from './choose-items.ts'
import { chooseReleases, judgeRelease, releaseOf, type Taken } from './match-rule.ts'

const now = 1_795_000_000_000
const rule = (parts: object) => FeedRule.parse(parts)
const itemOf = (title: string, size = 0, link = 'magnet:x') =>
  ({ item_id: title, title, link, size, kind: 'file', published_at: 0, imdb_id: '', tmdb_id: '' }) as const
const release = (...about: Parameters<typeof itemOf>) => releaseOf(itemOf(...about), (name) => readName(name))

describe('one release', () => {
  test.each<[string, object, string]>([
    ['Nine.Harbours.S02E05.1080p.WEB-DL', {}, ''],
    ['Nine.Harbours.S02E05.1080p.WEB-DL', { titles: ['nine harbours'] }, ''],
    ['Ninety.Harbours.S02E05.1080p', { titles: ['nine harbours'] }, 'title'],
    ['The.General.1926.1080p', { titles: ['nine harbours', 'general'] }, ''],
    ['流浪地球2.The.Wandering.Earth.II.2023.2160p', { titles: ['流浪地球'] }, ''],
    ['流浪地球2.2023.2160p', { titles: ['流浪 2023'] }, ''],
    ['臥虎藏龍.2000.1080p', { titles: ['卧虎藏龙'] }, ''],
    ['Sunrise.1927.1080p.CAM', { not_words: 'cam telesync' }, 'not_word'],
    ['Camille.1921.1080p', { not_words: 'cam' }, ''],
    ['Nine.Harbours.S02E04.1080p', { season_from: 2, episode_from: 5 }, 'episode'],
    ['Nine.Harbours.S02E05.1080p', { season_from: 2, episode_from: 5 }, ''],
    ['Nine.Harbours.S03E01.1080p', { season_from: 2, episode_from: 5 }, ''],
    ['Nine.Harbours.S02.1080p', { season_from: 2, episode_from: 5 }, 'episode'],
    ['Nine.Harbours.S03.1080p', { season_from: 2, episode_from: 5 }, ''],
    ['Nine.Harbours.2019.1080p', { season_from: 1 }, 'episode'],
    ['Sunrise.1927.720p', { quality_from: '1080p' }, 'quality'],
    ['Sunrise.1927.2160p', { quality_from: '1080p' }, ''],
    ['Sunrise.1927', { quality_from: 'SD' }, 'quality'],
    ['Charade.1963.1080p.French', { languages: ['zh', 'en'] }, 'language'],
    ['Charade.1963.1080p', { languages: ['zh'] }, ''],
    ['九个港湾.第3集.1080p', { languages: ['en'] }, 'language'],
  ])('%s by %j: %j', (title, parts, reason) => expect(judgeRelease(release(title), rule(parts))).toBe(reason))

  test.each([
    [0, ''],
    [500, 'size'],
    [1_500, ''],
    [31_000, 'size'],
  ])('of %i bytes, where 1,000 to 12,000 are wanted: %j', (size, reason) => {
    expect(judgeRelease(release('Sunrise.1927.1080p', size), rule({ size_from: 1_000, size_to: 12_000 }))).toBe(reason)
  })

  test('with nothing to download is told', () => expect(judgeRelease(release('A.2020', 0, ''), rule({}))).toBe('no_link'))
})

describe('several releases', () => {
  async function taken(
    titles: string[],
    { parts = {}, before = {} }: { parts?: object; before?: Record<string, Taken> } = {},
  ): Promise<string[]> {
    const releases = titles.map((title) => release(title))
    const reasons = await chooseReleases(releases, { rule: rule(parts), takenOf: (identity) => before[identity], now })
    return titles.filter((title) => reasons.get(title) === '')
  }
  const film = release('Sunrise.1927.1080p.WEB-DL').identity
  const at = (days: number): Taken => ({
    worth: release('Sunrise.1927.1080p').worth,
    taken_at: now - days * 86_400_000,
    task_id: 't',
  })

  test('of one film: the best, once, however they are written', async () => {
    expect(await taken(['Sunrise.1927.720p.x264', 'Sunrise (1927) 2160p', 'sunrise.1927.1080p.WEB'])).toEqual([
      'Sunrise (1927) 2160p',
    ])
    expect(await taken(['Nine.Harbours.S01E02.720p', 'nine harbours 1x02 1080p', 'Nine.Harbours.S01E03.720p'])).toEqual([
      'nine harbours 1x02 1080p',
      'Nine.Harbours.S01E03.720p',
    ])
  })

  test('of films with the same name and another year are two', async () => {
    expect(await taken(['Sunrise.1927.1080p', 'Sunrise.2001.1080p'])).toHaveLength(2)
  })

  test('without a year or a number are each their own', async () =>
    expect(await taken(['Harbour news', 'Harbour News'])).toHaveLength(2))

  test.each([
    ['not again', {}, 1, 'Sunrise.1927.2160p', 0],
    ['a better one within a week, where that is wanted', { replaces: true }, 6, 'Sunrise.1927.2160p', 1],
    ['a corrected one', { replaces: true }, 6, 'Sunrise.1927.1080p.PROPER', 1],
    ['no equal one', { replaces: true }, 1, 'Sunrise.1927.1080p.WEB-DL', 0],
    ['no worse one', { replaces: true }, 1, 'Sunrise.1927.720p.PROPER', 0],
    ['none later', { replaces: true }, 8, 'Sunrise.1927.2160p', 0],
  ])('of what was taken: %s', async (...[, parts, days, title, count]) => {
    expect(await taken([title], { parts, before: { [film]: at(days) } })).toHaveLength(count)
  })
})

test('P43: others are served while a feed of long names is judged', async () => {
  const choose = createChooseItems({
    items: { takenOf: async () => new Map() },
    readName: (name) => readName(name),
    now: () => now,
  })
  const many = Array.from({ length: 200 }, (_, at) => itemOf(`${'某 '.repeat(140)}${at}`))
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const { reasons } = await choose(many, rule({ titles: ['某'] }))
  isOver = true
  expect(reasons.size).toBe(200)
  expect(turns).toBeGreaterThan(10)
})
