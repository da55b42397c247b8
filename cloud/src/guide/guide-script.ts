/** The source form of a guide, before the duration of each slide is computed. */
import type { Drawing } from '@homeport/contract/guide.ts'

export type GuideScript = { id: string; title: string; about: string; slides: readonly (readonly [Drawing, string])[] }
export type SeriesScript = { id: string; title: string; videos: readonly GuideScript[] }
