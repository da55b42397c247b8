/** Text split into parts; matches of a search are marked. */
import * as z from 'zod/mini'

export const HighlightedText = z.array(z.object({ text: z.string(), is_hit: z.boolean() }))
export type HighlightedText = z.infer<typeof HighlightedText>
