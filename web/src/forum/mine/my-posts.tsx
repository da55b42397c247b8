/** The user's own posts, with edit and delete; replies, bookmarks and drafts. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import buttonStyles from '../../ui/button.module.css'
import { classes } from '../../ui/classes.ts'
import { lines } from '../../ui/illustration-lines.tsx'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { mayRemove } from '../base/confirm-delete.ts'
import { favorites, postsOf } from '../base/data.ts'
import { removing } from '../base/mutations.ts'
import { paths } from '../base/paths.ts'
import { hrefTo, pathTo } from '../../kit/nav/href.ts'
import { mutateThen } from '../../kit/query/mutate-then.ts'
import { forumText } from '../base/text.ts'
import { ThreadList } from '../base/thread-list.tsx'
import styles from '../search/search.module.css'
import { AnswerList } from './answer-list.tsx'
import { DraftList } from './draft-list.tsx'

export const myTabs = ['posts', 'answers', 'favorites', 'drafts'] as const
type MyTab = (typeof myTabs)[number]

export function MyPosts({ tab, onSelect }: { tab: MyTab; onSelect: (tab: MyTab) => void }) {
  const words = useText(forumText)
  return (
    <section className={styles.results} aria-label={words[tab]}>
      <Segments
        label={words.which}
        segments={myTabs.map((key) => ({ key, label: words[key] }))}
        chosen={tab}
        onSelect={onSelect}
      />
      {tab === 'posts' && <Posts />}
      {tab === 'answers' && <AnswerList userId="" />}
      {tab === 'favorites' && <Favorites />}
      {tab === 'drafts' && <DraftList />}
    </section>
  )
}

function Posts() {
  const words = useText(forumText)
  const list = useInfiniteQuery(postsOf(''))
  const removal = useMutation(removing(useQueryClient()))
  const [chosen, setChosen] = useState<ThreadRow | null>(null)
  const write = (
    <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.editor)}>
      {words.write}
    </a>
  )

  async function remove({ id }: ThreadRow) {
    setChosen(null)
    if (await mayRemove('thread')) mutateThen(removal, { id, type: 'thread' }, () => toast(words.gone))
  }

  return (
    <>
      <ThreadList list={list} empty={{ title: words.noPosts, text: words.noPostsText, act: write }} manage={setChosen} isOfOne />
      <Sheet
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen?.title ?? ''}
        closeLabel={useText(commonText).close}
      >
        {chosen && (
          <div className={listStyles.list}>
            <Row
              icon={<PenLine strokeWidth={1.75} />}
              label={words.edit}
              onClick={() => forward(pathTo(paths.editor, { edit: chosen.id }))}
            />
            <Row icon={<Trash2 strokeWidth={1.75} />} label={words.remove} isAct isDanger onClick={() => void remove(chosen)} />
          </div>
        )}
      </Sheet>
    </>
  )
}

function Favorites() {
  const words = useText(forumText)
  const list = useInfiniteQuery(favorites())
  const explore = (
    <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.explore)}>
      {words.toExplore}
    </a>
  )
  return (
    <ThreadList
      list={list}
      empty={{ title: words.noFavorites, text: words.noFavoritesText, act: explore, art: lines.bookmark }}
    />
  )
}
