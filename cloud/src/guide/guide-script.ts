/** How a guide is written down, before anybody knows how long each slide stands. */
import type { Drawing } from '@homeport/contract/guide.ts'

export type GuideScript = { id: string; title: string; about: string; slides: readonly (readonly [Drawing, string])[] }
export type SeriesScript = { id: string; title: string; videos: readonly GuideScript[] }
