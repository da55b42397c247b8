/** A reply in the results: author, text, and thread; links to its floor. */
import type { FoundReply } from '@homeport/contract/forum-search.ts'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import authorNameStyles from '../base/author-name.module.css'
import forumStyles from '../base/forum.module.css'
import { replyHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import { Highlight } from '../../ui/highlight.tsx'
import { searchText } from './search-text.ts'
import searchStyles from './search.module.css'

export function ReplyResult({ row }: { row: FoundReply }) {
  const words = useText(forumText)
  const search = useText(searchText)
  const name = row.author ? displayNameOf(row.author) : words.anonymous
  return (
    <li>
      <a className={searchStyles.reply} href={replyHref(row.thread_id, row.floor)}>
        <Avatar name={name} src={pictureUrl(row.author?.avatar ?? '')} isSmall />
        <span className={layoutStyles.grow}>
          <span className={classes(layoutStyles.row, layoutStyles.gap12)}>
            <span className={classes(authorNameStyles.authorName, layoutStyles.grow, textStyles.oneLine)}>{name}</span>
            <span className={classes(textStyles.caption, textStyles.numeric)}>{agoOf(row.created_at, now())}</span>
          </span>
          <span className={searchStyles.excerpt} dir="auto">
            <Highlight parts={row.marked_text} />
          </span>
          <span className={classes(textStyles.caption, layoutStyles.row)}>
            <span className={textStyles.oneLine}>{search.inThread(row.thread_title)}</span>
            <span className={classes(forumStyles.unbroken, textStyles.numeric)}>&nbsp;· {words.floor(row.floor)}</span>
          </span>
        </span>
      </a>
    </li>
  )
}
