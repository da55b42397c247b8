/** Home and explore: banners, threads of a board for the front page, and recommendations (manager and forum hosts). */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Picture } from './shape/picture.ts'
import { ThreadRow } from './shape/thread.ts'

/** Illustrations built into the app, for banners and guides without a picture. */
export const scenes = ['room', 'harbour', 'lamp', 'library', 'forum'] as const

/** to: the link target: an app page (`/pages/…`) or an https address on an allowed host; '' if none. */
export const Banner = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  picture: z.nullable(Picture),
  scene: z.enum(scenes),
  to: z.string(),
})
export type Banner = z.infer<typeof Banner>

/** The operator's banners, in their order; if there are none, those built into Homeport. */
export const banners = call({
  host: 'manager',
  path: '/api/index/banner',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ data: z.array(Banner) }),
})

/** Threads of a board and the boards below it, latest first; 4004 for no such board. */
export const listByCategory = call({
  host: 'manager',
  path: '/api/bbs/listByCategory',
  needs: 'anyone',
  input: z.object({ category_id: z.int().check(z.positive('category')), page: Page, limit: Limit }),
  output: page(ThreadRow),
})

/** cursor: `next` of the last response. It contains the time of the first page, so that no thread appears twice while scrolling. The order: docs/decisions/020. */
export const recommend = call({
  host: 'forum',
  path: '/misc/recommend',
  needs: 'anyone',
  input: z.object({ cursor: z._default(z.string().check(z.regex(/^(\d{1,12}\.\d{1,6})?$/, 'invalid')), ''), limit: Limit }),
  output: z.object({ data: z.array(ThreadRow), next: z.string() }),
})
