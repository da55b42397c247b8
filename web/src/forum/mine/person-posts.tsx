/** The posts on a user's page. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import buttonStyles from '../../ui/button.module.css'
import { classes } from '../../ui/classes.ts'
import { Segments } from '../../ui/segments.tsx'
import { postsOf } from '../base/data.ts'
import { paths } from '../base/paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { forumText } from '../base/text.ts'
import { ThreadList } from '../base/thread-list.tsx'
import { AnswerList } from './answer-list.tsx'

/** userId '' is the signed-in user. */
export function PersonPosts({ userId }: { userId: string }) {
  const words = useText(forumText)
  const [side, setSide] = useState<'posts' | 'answers'>('posts')
  return (
    <section aria-label={words.posts}>
      <Segments
        label={words.which}
        segments={[
          { key: 'posts', label: words.posts },
          { key: 'answers', label: words.answers },
        ]}
        chosen={side}
        onSelect={setSide}
      />
      {side === 'posts' ? <Posts userId={userId} /> : <AnswerList userId={userId} />}
    </section>
  )
}

function Posts({ userId }: { userId: string }) {
  const words = useText(forumText)
  const list = useInfiniteQuery(postsOf(userId))
  const write = userId === '' && (
    <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.editor)}>
      {words.write}
    </a>
  )
  return (
    <ThreadList
      list={list}
      isOfOne
      empty={{ title: words.noPosts, text: userId === '' ? words.noPostsText : words.noPostsOther, act: write }}
    />
  )
}
