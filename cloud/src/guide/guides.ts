/** The guides of each language. A drawn guide consists of slides; the duration of a slide follows from the length of its text. */
import type { Series, Video } from '@homeport/contract/guide.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { guidesEn } from './guides-en.ts'
import { guidesZh } from './guides-zh.ts'
import type { GuideScript, SeriesScript } from './guide-script.ts'

/** Letters read per second, with time to look at the drawing. */
const lettersASecond = { en: 14, zh: 5 } as const
const shortestMs = 4_000

export const guides: Record<Lang, readonly Series[]> = {
  en: guidesEn.map((series) => seriesOf(series, 'en')),
  zh: guidesZh.map((series) => seriesOf(series, 'zh')),
}

/** Both languages have the same videos, each with its own timing. */
export function videoOf(lang: Lang, id: string): Video | undefined {
  return guides[lang].flatMap(({ videos }) => videos).find((video) => video.id === id)
}

function seriesOf({ id, title, videos }: SeriesScript, lang: Lang): Series {
  return { id, title, videos: videos.map((video) => toVideo(video, lang)) }
}

function toVideo({ slides, ...rest }: GuideScript, lang: Lang): Video {
  let at_ms = 0
  const timed = slides.map(([drawing, text]) => {
    const slide = { at_ms, drawing, text }
    at_ms += Math.max(shortestMs, Math.round(([...text].length / lettersASecond[lang]) * 10) * 100 + 1_500)
    return slide
  })
  return { ...rest, cover: null, url: '', duration_ms: at_ms, slides: timed }
}
