/** Result lists: threads, replies, people, tags, with highlighted hits. */
import type { PersonRow } from '@homeport/contract/shape/person.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import type { ComponentType } from 'react'
import { useText } from '../../kit/lang.ts'
import { displayNameOf } from '../../shared/person.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { LoadFailed, QueryList } from '../../shared/query-list.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import buttonStyles from '../../ui/button.module.css'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { formatCount } from '../base/format-count.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { paths, personHref, tagHref } from '../base/paths.ts'
import { ThreadsSkeleton } from '../base/thread-row.tsx'
import { ReplyResult } from './reply-result.tsx'
import { foundPeople, foundReplies, foundTags, foundThreads } from './search-data.ts'
import { searchText } from './search-text.ts'
import styles from './search.module.css'
import { ThreadResult } from './thread-result.tsx'

export function ThreadResults({ q }: { q: string }) {
  const list = useInfiniteQuery(foundThreads(q))
  return (
    <QueryList list={list} waiting={<ThreadsSkeleton />} empty={<NothingFound q={q} />}>
      {(rows) => (
        <ul className={styles.hits}>
          {rows.map((row) => (
            <ThreadResult key={row.id} row={row} />
          ))}
        </ul>
      )}
    </QueryList>
  )
}

export function ReplyResults({ q }: { q: string }) {
  const list = useInfiniteQuery(foundReplies(q))
  return (
    <QueryList list={list} waiting={<ThreadsSkeleton />} empty={<NothingFound q={q} />}>
      {(rows) => (
        <ul className={styles.hits}>
          {rows.map((row) => (
            <ReplyResult key={row.id} row={row} />
          ))}
        </ul>
      )}
    </QueryList>
  )
}

/** The follow button beside a person. */
export type FollowOf = ComponentType<{ person: PersonRow }>

export function PeopleResults({ q, Follow }: { q: string; Follow: FollowOf }) {
  const list = useInfiniteQuery(foundPeople(q))
  return (
    <QueryList list={list} waiting={<ThreadsSkeleton />} empty={<NothingFound q={q} />}>
      {(rows) => <PeopleRows rows={rows} Follow={Follow} />}
    </QueryList>
  )
}

export function PeopleRows({ rows, Follow }: { rows: readonly PersonRow[]; Follow: FollowOf }) {
  return (
    <ul className={styles.hits}>
      {rows.map((user) => (
        <li className={styles.person} key={user.user_id}>
          <a href={personHref(user.user_id)}>
            <Avatar name={displayNameOf(user)} src={pictureUrl(user.avatar)} isSmall />
            <span className={layoutStyles.grow}>
              <span className={classes(textStyles.label, textStyles.oneLine)}>{displayNameOf(user)}</span>
              {displayNameOf(user) !== user.username && (
                <span className={classes(textStyles.caption, textStyles.oneLine)}>{user.username}</span>
              )}
            </span>
          </a>
          <Follow person={user} />
        </li>
      ))}
    </ul>
  )
}

export function TagResults({ q }: { q: string }) {
  const list = useQuery(foundTags(q))
  if (list.isPending) return <ThreadsSkeleton />
  if (list.isLoadingError) return <LoadFailed onRetry={() => void list.refetch()} />
  if (list.data?.length === 0) return <NothingFound q={q} />
  return <TagChips tags={list.data ?? []} />
}

export function TagChips({ tags }: { tags: readonly { tag: string; threads: number }[] }) {
  const words = useText(searchText)
  return (
    <ul className={classes(chipStyles.chips, styles.tags)}>
      {tags.map(({ tag, threads }) => (
        <li key={tag}>
          <a className={chipStyles.chip} href={tagHref(tag)}>
            <Tag size={16} strokeWidth={1.75} aria-hidden="true" />
            <span>{tag}</span>
            <span className={classes(textStyles.caption, textStyles.numeric)} aria-hidden="true">
              {formatCount(threads)}
            </span>
            <span className={textStyles.visuallyHidden}>{words.threads(formatCount(threads))}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

export function NothingFound({ q }: { q: string }) {
  const words = useText(searchText)
  return (
    <EmptyState art={art.nothingFound} title={words.none(q)} text={words.noneText} isNear>
      <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.editor)}>
        {words.askForum}
      </a>
      <a className={buttonStyles.button} href={hrefTo(paths.boards)}>
        {words.browse}
      </a>
    </EmptyState>
  )
}
