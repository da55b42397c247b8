import { expect, test } from 'vitest'
import { guides, videoOf } from './guides.ts'

test('both languages tell the same videos with the same drawings, each in words of its own', () => {
  const outline = (lang: 'zh' | 'en') =>
    guides[lang].map(({ id, videos }) => ({
      id,
      videos: videos.map((video) => ({ id: video.id, drawings: video.slides.map(({ drawing }) => drawing) })),
    }))
  expect(outline('zh')).toEqual(outline('en'))
  for (const series of guides.zh) for (const { title } of [series, ...series.videos]) expect(title).toMatch(/\p{Script=Han}/u)
})

test('every slide is shown long enough to be read, and the video lasts as long as its slides', () => {
  for (const { slides, duration_ms } of Object.values(guides).flatMap((all) => all.flatMap(({ videos }) => videos))) {
    const ends = [...slides.slice(1).map(({ at_ms }) => at_ms), duration_ms]
    for (const [index, { at_ms }] of slides.entries()) {
      expect((ends[index] ?? 0) - at_ms).toBeGreaterThanOrEqual(4_000)
      expect((ends[index] ?? 0) - at_ms).toBeLessThan(15_000)
    }
  }
})

test('a video is known by its id, and nothing else is', () => {
  for (const lang of ['zh', 'en'] as const) expect(videoOf(lang, 'place')?.id).toBe('place')
  expect(videoOf('zh', 'nowhere')).toBeUndefined()
})
