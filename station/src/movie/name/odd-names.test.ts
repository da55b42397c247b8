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
