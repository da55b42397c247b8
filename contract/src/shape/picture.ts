/** A picture of a user or a post: re-encoded by the cloud, served by GET /{lang}/forum/picture/{id}. */
import * as z from 'zod/mini'

/** Format of the ids that the cloud generates. */
export const PictureId = z.string().check(z.regex(/^[\w-]{16,64}$/, 'invalid'))

/** width, height in pixels, to reserve its space while it loads. */
export const Picture = z.object({ id: z.string(), width: z.number(), height: z.number() })
export type Picture = z.infer<typeof Picture>
