/** More of the film that plays: speed, sleep timer, quality, night sound, bullet comments and chapters. */
import { bitrateLimits, playbackSpeeds, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { useMutation } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { control } from '../data.ts'
import styles from './more-sheet.module.css'
import { NightSwitch } from './night-switch.tsx'
import { playbackText } from '../text.ts'
import { chapterAt, useChapters } from '../tracks/use-chapters.ts'

const sleepMinutes = [0, 15, 30, 45, 60, 90] as const

type Props = { info: PlayerInfo; lacks?: readonly ScreenLack[]; isOpen: boolean; onClose: () => void; comment: () => void }

export function MoreSheet({ info, lacks = [], isOpen, onClose, comment }: Props) {
  const words = useText(playbackText)
  const controlling = useMutation(control())
  const { screen_id: target, speed, sleep_ms, limit_kbit } = info
  const sleepWords = sleep_ms > 0 ? words.pausesIn(Math.ceil(sleep_ms / 60_000)) : sleep_ms === -1 ? words.pausesAtEnd : ''
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.more} closeLabel={useText(commonText).close}>
      {!lacks.includes('speed') && (
        <>
          <h3 className={styles.head}>{words.speed}</h3>
          <Segments
            label={words.speed}
            chosen={String(speed)}
            onSelect={(key) => controlling.mutate({ kind: 'speed', target, speed: Number(key) })}
            segments={playbackSpeeds.map((one) => ({ key: String(one), label: `${one}×` }))}
          />
        </>
      )}
      <h3 className={styles.head}>
        {words.sleepTimer}
        {sleepWords !== '' && <span className={textStyles.secondary}>{sleepWords}</span>}
      </h3>
      <Segments
        isChips
        label={words.sleepTimer}
        chosen={sleep_ms === -1 ? 'end' : sleep_ms === 0 ? '0' : nearest(sleep_ms)}
        onSelect={(key) =>
          controlling.mutate({ kind: 'sleep', target, minutes: key === 'end' ? 0 : Number(key), isAtEnd: key === 'end' })
        }
        segments={[
          ...sleepMinutes.map((minutes) => ({
            key: String(minutes),
            label: minutes === 0 ? words.sleepOff : words.minutes(minutes),
          })),
          { key: 'end', label: words.atTheEnd },
        ]}
      />
      {!lacks.includes('limit') && (
        <>
          <h3 className={styles.head}>{words.quality}</h3>
          <Segments
            isChips
            label={words.quality}
            chosen={String(limit_kbit)}
            onSelect={(key) => controlling.mutate({ kind: 'limit', target, kbit: Number(key) })}
            segments={bitrateLimits.map((kbit) => ({
              key: String(kbit),
              label: kbit === 0 ? words.original : words.megabits(kbit / 1000),
            }))}
          />
          <p className={styles.note}>{words.qualityText}</p>
        </>
      )}
      {!lacks.includes('night') && <NightSwitch info={info} />}
      {info.movie_id !== '' && !lacks.includes('comments') && (
        <div className={listStyles.list}>
          <Row icon={<MessageSquareText strokeWidth={1.75} />} label={words.comments} onClick={comment} />
        </div>
      )}
      <Chapters info={info} onClose={onClose} />
    </Sheet>
  )
}

function Chapters({ info, onClose }: { info: PlayerInfo; onClose: () => void }) {
  const words = useText(playbackText)
  const controlling = useMutation(control())
  const chapters = useChapters(info)
  const current = chapterAt(chapters, info.current_point)
  if (chapters.length === 0) return null
  return (
    <>
      <h3 className={styles.head}>{words.chapters}</h3>
      <ol>
        {chapters.map(({ start_ms, title }, at) => (
          <li key={start_ms}>
            <button
              type="button"
              className={listStyles.row}
              aria-current={at === current || undefined}
              onClick={() => {
                controlling.mutate({ kind: 'seek', target: info.screen_id, point: start_ms })
                onClose()
              }}
            >
              <span className={classes(layoutStyles.grow, textStyles.oneLine, at === current && textStyles.label)}>
                {title || words.chapter(at + 1)}
              </span>
              <span className={classes(textStyles.secondary, textStyles.numeric)}>{formatClock(start_ms)}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The chosen minutes while the timer counts down. */
function nearest(sleepMs: number): string {
  return String(sleepMinutes.find((minutes) => minutes * 60_000 >= sleepMs) ?? sleepMinutes.at(-1))
}
