/** Names of links, torrents and magnets: what is a film's or an episode's is read as the library would, anything else is left as it is. */
import { expect, test } from 'vitest'
import { readLinkName } from './read-link-name.ts'

const short = (name: string) => {
  const { title, year, season, number, number_end, date, quality } = readLinkName(name)
  return [title, year, season, number, number_end, date, quality].map((one) => one ?? '-').join(' | ')
}

test.each([
  ['The.Harbour.S01E03.1080p.BluRay.x264-GRP.mkv', 'The Harbour | - | 1 | 3 | - |  | 1080p'],
  ['The.Harbour.S03E01-E02.720p.mkv', 'The Harbour | - | 3 | 1 | 2 |  | 720p'],
  ['Lighthouse.S02.2160p.WEB-DL.x265-NTb', 'Lighthouse | - | 2 | - | - |  | 4K'],
  ['Nosferatu.1922.1080p.BluRay.x265-GRP', 'Nosferatu | 1922 | - | - | - |  | 1080p'],
  ['小城之春.1948.mkv', '小城之春 | 1948 | - | - | - |  | '],
  ['灯塔第二季.第12集.1080p.mp4', '灯塔 | - | 2 | 12 | - |  | 1080p'],
  ['[Group] Harbour - 12 (1080p) [1A2B3C4D].mkv', 'Harbour | - | 1 | 12 | - |  | 1080p'],
  ['The.Evening.News.2024.05.06.1080p.WEB.h264-GRP.mkv', 'The Evening News | - | - | - | - | 2024-05-06 | 1080p'],
  ['films/old/Charade.1963.torrent', 'Charade | 1963 | - | - | - |  | '],
  ['Sample.This.2012.mkv', 'Sample This | 2012 | - | - | - |  | '],
])('%s is read', (name, read) => {
  expect(short(name)).toBe(read)
})

test.each([
  'holiday.mp4',
  'readme',
  '',
  '.',
  '01.mkv',
  'debian-12.5.0-amd64-netinst.iso',
  'Player-3.0.20-win64.exe',
  'songs.2019.flac',
  'cover.1080p.jpg',
  'Harbour.S01E01.zh.srt',
  'Charade.1963.trailer.mkv',
  'a'.repeat(512),
])('%s is left as it is', (name) => {
  expect(readLinkName(name).title).toBe('')
})
