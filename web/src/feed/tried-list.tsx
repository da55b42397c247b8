/** The items that a feed has now: those that its rule would take, and why not the others. */
import type { FeedItem } from '@homeport/contract/feed/feed.ts'
import type { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { sizeOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { hrefTo } from '../kit/nav/href.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import { trial, type Trial } from './feed-data.ts'
import styles from './feed.module.css'
import { taskPath } from './paths.ts'
import { feedText } from './text.ts'

const shownAtFirst = 8

/** children: below the list, of how many fit. */
type Props = { device: Device; request: Trial; children?: (fitting: number) => ReactNode }

export function TriedList({ device, request, children }: Props) {
  const words = useText(feedText)
  const common = useText(commonText)
  const tried = useQuery(trial(device, request))
  const [isWhole, setWhole] = useState(false)
  if (!tried.data)
    return tried.isError ? (
      <p className={classes(textStyles.secondary, styles.head)}>{common.boxSilent}</p>
    ) : (
      <div aria-busy="true">
        <div className={styles.head}>
          <p className={textStyles.secondary}>{words.trying}</p>
        </div>
        <Skeleton height={220} radius={20} isLate />
      </div>
    )
  const { data, total, fitting } = tried.data
  const items = isWhole ? data : firstOf(data)
  return (
    <section aria-busy={tried.isFetching || undefined}>
      <div className={styles.head}>
        <h2 className={textStyles.numeric} aria-live="polite">
          {total === 0 ? words.noItems : fitting === 0 ? words.takesNone : words.wouldTake(fitting)}
        </h2>
      </div>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <Item key={item.item_id} item={item} rule={request.rule} />
          ))}
          {!isWhole && items.length < data.length && (
            <li className={styles.item}>
              <Button variant="text" isSmall onClick={() => setWhole(true)}>
                {words.showAll(data.length)}
              </Button>
            </li>
          )}
          {isWhole && data.length < total && (
            <li className={classes(styles.item, styles.left)}>{words.shownOf(data.length, total)}</li>
          )}
        </ul>
      )}
      {children?.(fitting)}
    </section>
  )
}

/** Those that would be taken, and some that would not. */
function firstOf(items: readonly FeedItem[]): FeedItem[] {
  const [fit, rest] = [items.filter(isFit), items.filter((item) => !isFit(item))]
  return [...fit.slice(0, shownAtFirst), ...rest.slice(0, Math.max(2, shownAtFirst - fit.length))]
}

const isFit = ({ state, reason }: FeedItem) => state !== '' || reason === ''

function Item({ item, rule }: { item: FeedItem; rule: FeedRule }) {
  return (
    <li className={classes(styles.item, !isFit(item) && styles.left)}>
      <span className={classes(layoutStyles.grow, textStyles.twoLines)}>{item.title}</span>
      <span className={classes(styles.aside, textStyles.caption, textStyles.numeric)}>
        <Aside item={item} rule={rule} />
      </span>
    </li>
  )
}

function Aside({ item: { state, reason, fault, size, task_id }, rule }: { item: FeedItem; rule: FeedRule }) {
  const words = useText(feedText)
  if (state === 'taken')
    return (
      <a className={textStyles.link} href={hrefTo(taskPath, { id: task_id })}>
        {words.stateTaken}
      </a>
    )
  const faults: Record<string, string> = words.itemFaults
  const failed = fault === '' ? '' : (faults[fault] ?? words.itemFailed)
  if (state === 'waiting') return <>{[failed, words.stateWaiting].filter(Boolean).join(', ')}</>
  if (state === 'failed') return <span className={textStyles.warning}>{failed || words.itemFailed}</span>
  const measure = rule.size_to > 0 && size > rule.size_to ? words.tooBig : words.tooSmall
  const why = reason === '' ? '' : reason === 'size' ? measure : words.reasons[reason]
  return <>{[size > 0 ? sizeOf(size) : '', why].filter(Boolean).join(', ')}</>
}
