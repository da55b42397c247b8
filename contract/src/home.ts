/** Home and explore: banners, threads of a board for the front page, and what is recommended (manager and forum hosts). */
import * as z from 'zod/mini'
import { call } from './kit/promise.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Picture } from './shape/picture.ts'
import { ThreadRow } from './shape/thread.ts'

/** Pictures that the app draws itself, for banners and guides without one of their own. */
export const scenes = ['room', 'harbour', 'lamp', 'library', 'forum'] as const

/** to: where it leads, a page of the app (`/pages/…`) or an https address on a host that the app may open; '' for nowhere. */
export const Banner = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  picture: z.nullable(Picture),
  scene: z.enum(scenes),
  to: z.string(),
})
export type Banner = z.infer<typeof Banner>

/** An operator's own, in their order; without any, those that come with Homeport. */
export const banners = call({
  host: 'manager',
  path: '/api/index/banner',
  needs: 'anyone',
  input: z.object({}),
  output: z.object({ data: z.array(Banner) }),
})

/** Of one board and those below it, the latest first; 4004 for no such board. */
export const listByCategory = call({
  host: 'manager',
  path: '/api/bbs/listByCategory',
  needs: 'anyone',
  input: z.object({ category_id: z.int().check(z.positive('category')), page: Page, limit: Limit }),
  output: page(ThreadRow),
})

/** cursor: as the last answer's `next` gave it. It holds the moment of the first page, so that no thread comes twice while one scrolls. The order: docs/decisions/020. */
export const recommend = call({
  host: 'forum',
  path: '/misc/recommend',
  needs: 'anyone',
  input: z.object({ cursor: z._default(z.string().check(z.regex(/^(\d{1,12}\.\d{1,6})?$/, 'invalid')), ''), limit: Limit }),
  output: z.object({ data: z.array(ThreadRow), next: z.string() }),
})
