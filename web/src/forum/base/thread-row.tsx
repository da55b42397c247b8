/** A thread in a list: author, title, excerpt, pictures, and counts. */
import type { ThreadRow } from '@homeport/contract/forum.ts'
import { Heart, Lock, MessageCircle, Pin, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { now } from '../../kit/clock.ts'
import { agoOf } from '../../kit/format.ts'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import './forum.css'
import { formatCount } from './format-count.ts'
import { threadHref } from './paths.ts'
import { forumText } from './text.ts'

const picturesInRow = 3

type Props = {
  row: ThreadRow
  /** Name of its board, if the list shows several. */
  board?: string | undefined
  /** False if all rows are by one author. */
  withAuthor?: boolean
  /** Actions beside the link. */
  children?: ReactNode
}

export function ThreadItem({ row, board, withAuthor = true, children }: Props) {
  const words = useText(forumText)
  const name = row.author ? displayNameOf(row.author) : words.anonymous
  const time = row.replies > 0 ? words.lastReply(agoOf(row.active_at, now())) : agoOf(row.created_at, now())
  return (
    <li className={['fm-th', row.is_new && 'new', !withAuthor && 'flat'].filter(Boolean).join(' ')}>
      <a className="fm-th-link" href={threadHref(row.id)}>
        {withAuthor && <Avatar name={name} src={pictureUrl(row.author?.avatar ?? '')} isSmall />}
        <span className="grow">
          <span className="fm-th-title two">
            <Marks row={row} />
            <bdi>{row.title}</bdi>
            {row.is_new && <span className="vh"> {words.fresh}</span>}
          </span>
          {row.excerpt !== '' && (
            <span className="sub two" dir="auto">
              {row.excerpt}
            </span>
          )}
          {row.images.length > 0 && (
            <span className="fm-thumbs">
              {row.images.slice(0, picturesInRow).map(({ id }) => (
                <img key={id} src={pictureUrl(id)} alt="" loading="lazy" decoding="async" />
              ))}
              {row.images.length > picturesInRow && <b className="num">+{row.images.length - picturesInRow}</b>}
            </span>
          )}
          <span className="cap fm-th-foot">
            <span className="fm-th-by">
              {withAuthor && <span className="one fm-th-name">{name}</span>}
              {board && <span className="one fm-th-board">{withAuthor ? ` · ${board}` : board}</span>}
            </span>
            <span className="fm-th-end num">
              <span>{time}</span>
              <span className="num fx g4">
                <MessageCircle size={15} strokeWidth={1.75} aria-hidden="true" />
                <span aria-hidden="true">{formatCount(row.replies)}</span>
                <span className="vh">{words.repliesCount(formatCount(row.replies))}</span>
              </span>
              {row.likes > 0 && (
                <span className="num fx g4">
                  <Heart size={15} strokeWidth={1.75} aria-hidden="true" />
                  <span aria-hidden="true">{formatCount(row.likes)}</span>
                  <span className="vh">{words.likes(row.likes)}</span>
                </span>
              )}
            </span>
          </span>
        </span>
      </a>
      {children}
    </li>
  )
}

function Marks({ row }: { row: ThreadRow }) {
  const words = useText(forumText)
  return (
    <>
      {row.is_pinned && (
        <span className="fm-mark">
          <Pin size={14} strokeWidth={2} aria-hidden="true" />
          {words.pinned}
        </span>
      )}
      {row.is_featured && (
        <span className="fm-mark">
          <Sparkles size={14} strokeWidth={2} aria-hidden="true" />
          {words.featured}
        </span>
      )}
      {row.is_locked && (
        <span className="fm-mark">
          <Lock size={14} strokeWidth={2} aria-hidden="true" />
          <span className="vh">{words.locked}</span>
        </span>
      )}
    </>
  )
}

export function ThreadsSkeleton() {
  return (
    <ul className="fm-threads late" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <li className="fm-th" key={row}>
          <span className="fm-th-link">
            <span className="sk" style={{ width: 40, height: 40, borderRadius: '50%', flex: 'none' }} />
            <span className="grow">
              <span className="sk" style={{ height: 20, width: `${88 - (row % 3) * 14}%`, marginBottom: 8 }} />
              <span className="sk" style={{ height: 16, width: '96%', marginBottom: 8 }} />
              <span className="sk" style={{ height: 14, width: 150 }} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
