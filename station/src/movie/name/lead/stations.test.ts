/** Recordings: behind a station's name a bare number is an episode's. */
import { expect, it } from 'vitest'
import { readPath } from '../read-path.ts'

it.each([
  'CCTV8 20120305 2000 海港王朝 12.ts',
  '2012-03-05 20-00-00 CCTV-8 海港王朝 12.ts',
  'CCTV-1高清综合 海港王朝 第12集.ts',
  '[CCTV-8]海港王朝-12_20120305_200000.ts',
  '海港王朝12_CCTV8高清.ts',
  '海港王朝 12 CCTV-8 20120305.ts',
  '中央一台.海港王朝.12.ts',
  'BTV-1 海港王朝 第12集.ts',
  'BTV文艺频道 海港王朝 12.ts',
  'GDTV 海港王朝 12.ts',
  '深圳卫视高清频道 海港王朝 12.ts',
  '北京电视台影视频道 海港王朝 12.ts',
  '金鹰卡通 海港王朝 12.ts',
  'TVB经典台 海港王朝 12.ts',
  '無綫翡翠台 海港王朝 12.ts',
  'ATV本港台 海港王朝 12.ts',
  'GTV八大戏剧台 海港王朝 12.ts',
  'NHK総合・東京 海港王朝(12).ts',
  '20120305_2000_NHK総合_海港王朝(12).ts',
  'フジテレビ 海港王朝 #12.ts',
  'tvN.海港王朝.E12.ts',
])('an episode that a station sent: %s', (path) => {
  expect(readPath(path)).toMatchObject({ kind: 'episode', title: '海港王朝', episode: 12 })
})

it.each([
  ['CHC家庭影院 海港 2.ts', '海港 2'],
  ['CCTV6 海港之夜2.ts', '海港之夜2'],
  ['CCTV6 佳片有约 海港之夜.avi', '海港之夜'],
  ['CHC.HD.Harbour.Night.ts', 'Harbour Night'],
  ['东方卫视 海港之夜2.ts', '海港之夜2'],
  ['海港之夜 2 TVB国语.mkv', '海港之夜 2'],
  ['八大海港.2005.mkv', '八大海港'],
])('a sequel that a station sent is a film: %s', (path, title) => {
  expect(readPath(path)).toMatchObject({ kind: 'film', title })
})

it('the day of a recording stays, the time of it is no title', () => {
  expect(readPath('CCTV8 20120305 2000 海港王朝.ts')).toMatchObject({ title: '海港王朝', date: '2012-03-05' })
})
