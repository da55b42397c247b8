/** Guides: series of short videos about Homeport, and the bullet comments that fly over them (manager host, spec 7). */
import * as z from 'zod/mini'
import { call } from './kit/promise.ts'
import { Complaint, complaint } from './shape/complaint.ts'
import { SingleLine } from './shape/single-line.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person } from './shape/person.ts'
import { Picture } from './shape/picture.ts'
import { isUnseen } from './shape/text.ts'

export const bulletMax = 50
/** In one answer; of more, the newest. */
export const bulletsMost = 1_000
/** White, and what stays readable on any picture. */
export const bulletColors = ['#ffffff', '#ffd54f', '#ff8a65', '#81c784', '#64b5f6', '#ce93d8'] as const
/** roll: from right to left; top and bottom stand for a moment. */
export const bulletModes = ['roll', 'top', 'bottom'] as const

/** The app's own drawings. */
export const drawings = ['room', 'box', 'phone', 'code', 'link', 'list', 'disk', 'film', 'tv', 'pad', 'people', 'night'] as const

/** A guide that is drawn: what is said from at_ms on. */
export const Slide = z.object({ at_ms: z.int(), drawing: z.enum(drawings), text: z.string() })
export type Slide = z.infer<typeof Slide>
export type Drawing = (typeof drawings)[number]

/** url: of the film file, '' for one that is drawn from its slides. cover: null where the app draws one. */
export const Video = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  cover: z.nullable(Picture),
  url: z.string(),
  duration_ms: z.int(),
  slides: z.array(Slide),
})
export type Video = z.infer<typeof Video>

export const Series = z.object({ id: z.string(), title: z.string(), videos: z.array(Video) })
export type Series = z.infer<typeof Series>

/** Groups of videos under their titles, in the order in which one learns. */
export const seriesVideo = call({
  host: 'manager',
  path: '/api/strategy/SeriesVideo',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ data: z.array(Series) }),
})

/** time_ms: where in the video; created_at in seconds. */
export const Bullet = z.object({
  id: z.string(),
  text: z.string(),
  time_ms: z.number(),
  color: z.enum(bulletColors),
  mode: z.enum(bulletModes),
  is_mine: z.boolean(),
  created_at: z.number(),
})
export type Bullet = z.infer<typeof Bullet>

const VideoId = z.string().check(z.minLength(1, 'required'), z.regex(/^[\w-]{0,64}$/, 'invalid'))

/** By their time in the video; nothing of whom the asker blocked, or is blocked by. 4004 for no such video. */
export const getBullet = call({
  host: 'manager',
  path: '/api/strategy/getBullet',
  needs: 'anyone',
  input: z.object({ video_id: VideoId }),
  output: z.object({ data: z.array(Bullet) }),
})

/** id: made by the sender; the same one again is the same comment. 4003 where one is banned, 4004 for no such video, 4029 for more than one in three seconds or thirty an hour. */
export const insertBullet = call({
  host: 'manager',
  path: '/api/Strategy/insertBullet',
  needs: 'user',
  input: z.object({
    id: z._default(z.string().check(z.regex(/^([\w-]{16,64})?$/, 'invalid')), ''),
    video_id: VideoId,
    text: SingleLine({ min: 1, max: bulletMax, rule: 'bullet_length' }).check(
      z.refine((text) => !isUnseen(text), 'bullet_length'),
    ),
    /** Within the video. */
    time_ms: z.int().check(z.gte(0, 'point'), z.lte(86_400_000, 'range')),
    color: z._default(z.enum(bulletColors), '#ffffff'),
    mode: z._default(z.enum(bulletModes), 'roll'),
  }),
  output: Bullet,
})

const BulletId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'invalid'))

/** One's own: 4003 for another's. */
export const removeBullet = call({
  host: 'manager',
  path: '/api/strategy/removeBullet',
  needs: 'user',
  input: z.object({ id: BulletId }),
  output: z.null(),
})

/** Once a person and comment; again changes its reason. */
export const reportBullet = call({
  host: 'manager',
  path: '/api/strategy/reportBullet',
  needs: 'user',
  input: z.object({ id: BulletId, ...complaint }),
  output: z.null(),
})

/** What moderators see of a comment that was reported; the calls below answer 4003 to everyone else. */
export const ReportedBullet = z.extend(Bullet, {
  video_id: z.string(),
  author: z.nullable(Person),
  reports: z.array(Complaint),
  is_hidden: z.boolean(),
})
export type ReportedBullet = z.infer<typeof ReportedBullet>
export const reportedBullets = call({
  host: 'manager',
  path: '/api/strategy/reportedBullets',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(ReportedBullet),
})

export const bulletModerations = ['hide', 'show', 'dismiss'] as const
/** Settles the reports of the comment. */
export const moderateBullet = call({
  host: 'manager',
  path: '/api/strategy/moderateBullet',
  needs: 'user',
  input: z.object({ id: BulletId, what: z.enum(bulletModerations) }),
  output: z.null(),
})
