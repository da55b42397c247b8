/** A picture of a person or a post: drawn anew by the cloud, read by GET /{lang}/forum/picture/{id}. */
import * as z from 'zod/mini'

/** As the cloud makes them. */
export const PictureId = z.string().check(z.regex(/^[\w-]{16,64}$/, 'invalid'))

/** width, height in pixels, so that its place is kept while it loads. */
export const Picture = z.object({ id: z.string(), width: z.number(), height: z.number() })
export type Picture = z.infer<typeof Picture>
