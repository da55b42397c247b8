/** A reply in the results: author, text, and thread; links to its floor. */
import type { FoundReply } from '@homeport/contract/forum-search.ts'
import { now } from '../../kit/clock.ts'
import { agoOf } from '../../kit/format.ts'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Highlight } from './highlight.tsx'
import { replyHref } from '../base/paths.ts'
import { searchText } from './search-text.ts'
import { forumText } from '../base/text.ts'
import '../base/name.css'

export function ReplyResult({ row }: { row: FoundReply }) {
  const words = useText(forumText)
  const search = useText(searchText)
  const name = row.author ? displayNameOf(row.author) : words.anonymous
  return (
    <li>
      <a className="fm-found-reply" href={replyHref(row.thread_id, row.floor)}>
        <Avatar name={name} src={pictureUrl(row.author?.avatar ?? '')} isSmall />
        <span className="grow">
          <span className="fx g12">
            <span className="fm-name grow one">{name}</span>
            <span className="cap num">{agoOf(row.created_at, now())}</span>
          </span>
          <span className="fm-found-text" dir="auto">
            <Highlight parts={row.marked_text} />
          </span>
          <span className="cap fx">
            <span className="one">{search.inThread(row.thread_title)}</span>
            <span className="fm-part num">&nbsp;· {words.floor(row.floor)}</span>
          </span>
        </span>
      </a>
    </li>
  )
}
