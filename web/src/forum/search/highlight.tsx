/** Text with the search hits highlighted. */
import type { HighlightedText as MarkedParts } from '@homeport/contract/forum-search.ts'
import type * as z from 'zod/mini'
import '../base/forum.css'

export function Highlight({ parts }: { parts: z.infer<typeof MarkedParts> }) {
  return parts.map(({ text, is_hit }, at) =>
    is_hit ? (
      <mark key={at} className="fm-hit">
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}
