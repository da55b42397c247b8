/** Guides: series of short videos about Homeport, and the bullet comments shown over them (manager host, spec 7). */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'
import { BulletText, bulletColors, bulletModes } from './shape/film/bullet.ts'
import { Complaint, complaint } from './shape/complaint.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person } from './shape/person.ts'
import { Picture } from './shape/picture.ts'

/** Maximum per response; the newest if there are more. */
export const maxBullets = 1_000

/** Drawings built into the app. */
export const drawings = ['room', 'box', 'phone', 'code', 'link', 'list', 'disk', 'film', 'tv', 'pad', 'people', 'night'] as const

/** A slide of a drawn guide: drawing and text from at_ms on. */
export const Slide = z.object({ at_ms: z.int(), drawing: z.enum(drawings), text: z.string() })
export type Slide = z.infer<typeof Slide>
export type Drawing = (typeof drawings)[number]

/** url: of the video file: an address, or a path below the manager host (/guide/…); '' if the guide is drawn from its slides. cover: null if the app draws one. */
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

/** Groups of videos under their titles, in learning order. */
export const seriesVideo = call({
  host: 'manager',
  path: '/api/strategy/SeriesVideo',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ data: z.array(Series) }),
})

/** time_ms: position in the video; created_at in seconds. */
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

/** Ordered by position in the video; without comments of users with a block in either direction. 4004 for no such video. */
export const getBullet = call({
  host: 'manager',
  path: '/api/strategy/getBullet',
  needs: 'anyone',
  input: z.object({ video_id: VideoId }),
  output: z.object({ data: z.array(Bullet) }),
})

/** id: chosen by the sender; a repeat with the same id is the same comment. 4003 if the user is banned, 4004 for no such video, 4029 for more than one in three seconds or thirty an hour. */
export const insertBullet = call({
  host: 'manager',
  path: '/api/Strategy/insertBullet',
  needs: 'user',
  input: z.object({
    id: z._default(z.string().check(z.regex(/^([\w-]{16,64})?$/, 'invalid')), ''),
    video_id: VideoId,
    text: BulletText,
    /** Within the video. */
    time_ms: z.int().check(z.gte(0, 'point'), z.lte(86_400_000, 'range')),
    color: z._default(z.enum(bulletColors), '#ffffff'),
    mode: z._default(z.enum(bulletModes), 'roll'),
  }),
  output: Bullet,
})

const BulletId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'invalid'))

/** Author only: 4003 for a comment of another user. */
export const removeBullet = call({
  host: 'manager',
  path: '/api/strategy/removeBullet',
  needs: 'user',
  input: z.object({ id: BulletId }),
  output: z.null(),
})

/** One report per user and comment; a repeat changes its reason. */
export const reportBullet = call({
  host: 'manager',
  path: '/api/strategy/reportBullet',
  needs: 'user',
  input: z.object({ id: BulletId, ...complaint }),
  output: z.null(),
})

/** A reported comment for moderators; the calls below return 4003 to everyone else. */
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
/** Closes the reports of the comment. */
export const moderateBullet = call({
  host: 'manager',
  path: '/api/strategy/moderateBullet',
  needs: 'user',
  input: z.object({ id: BulletId, what: z.enum(bulletModerations) }),
  output: z.null(),
})
