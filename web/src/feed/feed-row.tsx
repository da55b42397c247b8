/** One feed in the list: what it brought, or why it cannot be read. */
import type { Feed } from '@homeport/contract/feed/feed.ts'
import { ChevronRight, Rss } from 'lucide-react'
import { now } from '../kit/time/clock.ts'
import { agoOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { hrefTo } from '../kit/nav/href.ts'
import { classes } from '../ui/classes.ts'
import { WarnIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import textStyles from '../ui/text.module.css'
import tileStyles from '../ui/tile.module.css'
import styles from './feed.module.css'
import { feedPath } from './paths.ts'
import { feedText } from './text.ts'

export function FeedRow({ feed }: { feed: Feed }) {
  return (
    <a className={classes(listStyles.row, styles.feed)} href={hrefTo(feedPath, { id: feed.feed_id })}>
      <span className={tileStyles.tile}>
        <Rss size={24} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.oneLine, layoutStyles.block)}>{feed.name}</span>
        <FeedState feed={feed} />
      </span>
      <span className={listStyles.chevron}>
        <ChevronRight size={20} strokeWidth={1.75} />
      </span>
    </a>
  )
}

export function FeedState({ feed }: { feed: Feed }) {
  const words = useText(feedText)
  const caption = classes(textStyles.caption, textStyles.numeric, layoutStyles.block)
  if (!feed.is_on) return <span className={caption}>{words.off}</span>
  if (feed.fault !== '')
    return (
      <span className={classes(caption, textStyles.warning)}>
        <WarnIcon size={14} /> {words.since(words.faults[feed.fault], agoOf(feed.failing_since, now()))}
      </span>
    )
  if (feed.checked_at === 0) return <span className={caption}>{words.notYet}</span>
  const week = feed.taken_week === 0 ? words.none : words.week(feed.taken_week)
  return (
    <>
      <span className={caption}>{words.readAgo(week, agoOf(feed.checked_at, now()))}</span>
      {feed.failed > 0 && <span className={classes(caption, textStyles.warning)}>{words.failedItems(feed.failed)}</span>}
    </>
  )
}
