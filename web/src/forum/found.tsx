/** What was found: threads with the words marked, people, tags. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { nameOf } from '../kit/person.ts'
import { shownPicture } from '../kit/shown-picture.ts'
import { Avatar } from '../ui/avatar.tsx'
import { art, Face } from '../ui/face.tsx'
import { allBoards } from './data.ts'
import { Marked } from './marked.tsx'
import { countOf } from './number.ts'
import { personHref, tagHref } from './paths.ts'
import { foundPeople, foundTags, foundThreads } from './search-data.ts'
import './search.css'
import { searchText } from './search-text.ts'
import { ThreadItem, ThreadsSkeleton } from './thread-row.tsx'
import { FailedFace, Feed } from '../ui/feed.tsx'

export function FoundThreads({ q }: { q: string }) {
  const list = useInfiniteQuery(foundThreads(q))
  const boards = useQuery(allBoards()).data ?? []
  return (
    <Feed list={list} waiting={<ThreadsSkeleton />} empty={<None q={q} />}>
      {(rows) => (
        <ul className="fm-threads">
          {rows.map((row) => (
            <ThreadItem
              key={row.id}
              row={row}
              board={boards.find(({ id }) => id === row.board_id)?.name}
              title={<Marked parts={row.marked_title} />}
              excerpt={<Marked parts={row.marked_excerpt} />}
            />
          ))}
        </ul>
      )}
    </Feed>
  )
}

export function FoundPeople({ q }: { q: string }) {
  const list = useInfiniteQuery(foundPeople(q))
  return (
    <Feed list={list} waiting={<ThreadsSkeleton />} empty={<None q={q} />}>
      {(rows) => (
        <ul>
          {rows.map((who) => (
            <li key={who.user_id}>
              <a className="fm-person" href={personHref(who.user_id)}>
                <Avatar name={nameOf(who)} src={shownPicture(who.avatar)} isSmall />
                <span className="grow">
                  <span className="label one">{nameOf(who)}</span>
                  {nameOf(who) !== who.username && <span className="cap one">{who.username}</span>}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Feed>
  )
}

export function FoundTags({ q }: { q: string }) {
  const words = useText(searchText)
  const list = useQuery(foundTags(q))
  if (list.isPending) return <ThreadsSkeleton />
  if (list.isLoadingError) return <FailedFace retry={() => void list.refetch()} />
  if (list.data?.length === 0) return <None q={q} />
  return (
    <ul>
      {list.data?.map(({ tag, threads }) => (
        <li key={tag}>
          <a className="fm-person" href={tagHref(tag)}>
            <span className="label grow one">#{tag}</span>
            <span className="cap num">{words.threads(countOf(threads))}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function None({ q }: { q: string }) {
  const words = useText(searchText)
  return <Face art={art.lost} title={words.none(q)} text={words.noneText} isNear />
}
