/** A film in the list of those on this phone: under way with its progress, or ready to play. */
import { Ellipsis, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAway } from '../../kit/call/connection.ts'
import { durationOf, partOf, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useSession } from '../../kit/session.ts'
import { Bar } from '../../ui/bar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { PlayIcon, RetryIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { detailOf, seenPercent } from '../data.ts'
import { Poster } from '../poster.tsx'
import type { KeptFilm } from './kept-films.ts'
import { keptText, whyText } from './kept-text.ts'
import styles from './kept.module.css'

/** With the line of an episode, for the names of its buttons. */
export const nameOf = ({ title, line }: Pick<KeptFilm, 'title' | 'line'>) => [title, line].filter(Boolean).join(' · ')

type ComingProps = { film: KeptFilm; retry: () => void; remove: () => void }

export function ComingRow({ film, retry, remove }: ComingProps) {
  const words = useText(keptText)
  const isAway = useAway() !== null
  const isOfOther = useSession().device?.devsn !== film.devsn
  const { state, why, progress, done, size, title } = film
  const isFailed = state === 'failed'
  const percent = state === 'saving' ? (done / size) * 100 : progress
  const { part, whole } = partOf(done, size)
  const now = {
    waiting: why === '' ? words.waiting : whyText(why, words),
    preparing: words.preparing,
    saving: words.saving(part, whole),
    failed: whyText(why, words),
    kept: '',
  }[state]
  const says = isFailed ? now : isOfOther ? words.otherBox : isAway ? words.paused : now
  const isMoving = !isFailed && !isOfOther && !isAway && (state === 'preparing' || state === 'saving')
  return (
    <Row
      film={film}
      href={detailOf(film.movie_id)}
      foot={
        <>
          {!isFailed && (
            <span className={classes(styles.progress, layoutStyles.block)}>
              <Bar percent={percent} tone={isMoving ? 'live' : 'rest'} label={words.progress(title)} />
            </span>
          )}
          <span className={classes(textStyles.caption, textStyles.numeric, styles.facts, isFailed && textStyles.warning)}>
            <span>{says}</span>
            {isMoving && state === 'preparing' && <span>{Math.floor(progress)}%</span>}
          </span>
        </>
      }
    >
      {isFailed && (
        <IconButton label={words.retry(nameOf(film))} onClick={retry}>
          <RetryIcon size={22} />
        </IconButton>
      )}
      <IconButton label={words.cancel(nameOf(film))} onClick={remove}>
        <X strokeWidth={1.75} />
      </IconButton>
    </Row>
  )
}

type ReadyProps = { film: KeptFilm; play: () => void; more: () => void }

export function ReadyRow({ film, play, more }: ReadyProps) {
  const words = useText(keptText)
  const { point_ms, duration_ms, size } = film
  const length = duration_ms === 0 ? '' : durationOf((duration_ms - point_ms) / 1000)
  const facts = [length && (point_ms > 0 ? words.left(length) : length), sizeOf(size)].filter(Boolean).join(' · ')
  return (
    <Row film={film} play={play} foot={<span className={classes(textStyles.caption, textStyles.numeric)}>{facts}</span>}>
      <IconButton label={words.more(nameOf(film))} aria-haspopup="dialog" onClick={more}>
        <Ellipsis strokeWidth={1.75} />
      </IconButton>
    </Row>
  )
}

type RowProps = { film: KeptFilm; play?: () => void; href?: string; foot: ReactNode; children: ReactNode }

/** It plays, or leads to the film's page. */
function Row({ film, play, href, foot, children }: RowProps) {
  const words = useText(keptText)
  const { title, line, poster } = film
  const inner = (
    <>
      <span className={styles.poster} aria-hidden="true">
        <Poster
          poster={poster}
          title=""
          percent={play ? seenPercent({ position_ms: film.point_ms, duration_ms: film.duration_ms }) : null}
        />
        {play && (
          <span className={styles.playMark}>
            <PlayIcon size={18} />
          </span>
        )}
      </span>
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.twoLines)}>
          {play && <span className={textStyles.visuallyHidden}>{words.playHere} </span>}
          {title}
        </span>
        {line !== '' && <span className={classes(textStyles.secondary, textStyles.oneLine, layoutStyles.block)}>{line}</span>}
        {foot}
      </span>
    </>
  )
  return (
    <>
      {play ? (
        <button type="button" className={styles.link} onClick={play}>
          {inner}
        </button>
      ) : (
        <a className={styles.link} href={href}>
          {inner}
        </a>
      )}
      {children}
    </>
  )
}
