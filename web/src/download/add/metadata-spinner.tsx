/** The loading state of a magnet's file list with elapsed seconds, and its failed state. */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { now } from '../../kit/time/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { durationOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import buttonStyles from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { RetryIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { LineBreaks } from '../../ui/lines.tsx'
import textStyles from '../../ui/text.module.css'
import tileStyles from '../../ui/tile.module.css'
import styles from '../add-sheet.module.css'
import { codeWord, downloadText } from '../text.ts'

/** A short wait needs no number. */
const countFromSeconds = 3

export function MetadataSpinner() {
  const words = useText(downloadText)
  const seconds = useSeconds()
  return (
    <div className={styles.torrent}>
      <span className={classes(tileStyles.tile, tileStyles.tall)}>
        <span className={buttonStyles.spinner} aria-hidden="true" />
      </span>
      <output className={layoutStyles.grow}>
        <p className={textStyles.label}>{words.readingFiles}</p>
        <p className={textStyles.caption}>{words.readingText}</p>
      </output>
      <span className={classes(textStyles.caption, textStyles.numeric)} aria-hidden="true">
        {seconds >= countFromSeconds && durationOf(seconds)}
      </span>
    </div>
  )
}

function useSeconds(): number {
  const [began] = useState(now)
  const [at, setAt] = useState(began)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.floor((at - began) / 1_000)
}

export function NoList({ failure, url, onRetry }: { failure: unknown; url: string; onRetry: () => void }) {
  const words = useText(downloadText)
  const isRefused = isFailure(failure, 'task') && failure.code !== TaskCode.notStarted
  return (
    <div className={styles.torrent}>
      <span className={classes(tileStyles.tile, tileStyles.tall)}>
        <X strokeWidth={1.75} />
      </span>
      <div className={layoutStyles.grow}>
        <p className={textStyles.label}>
          <LineBreaks text={isRefused ? codeWord(words, failure.code, { data: failure.data, url }) : words.noFileList} />
        </p>
        <p className={classes(textStyles.caption, layoutStyles.below10)}>{words.noFileListText}</p>
        <Button isSmall icon={<RetryIcon size={18} />} onClick={onRetry}>
          {words.readAgain}
        </Button>
      </div>
    </div>
  )
}
