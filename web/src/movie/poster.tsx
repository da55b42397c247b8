/** A poster: its 2:3 space is reserved; without a picture it shows the title. Nothing is drawn on it but a progress line or a watched tick. */
import { useText } from '../kit/lang.ts'
import { usePicture } from '../shared/box-picture.ts'
import { CheckIcon } from '../ui/icon.tsx'
import textStyles from '../ui/text.module.css'
import styles from './poster.module.css'
import { shelfText } from './shelf-text.ts'

type Props = {
  /** A blob's id; '' where the film has no picture (yet). */
  poster: string
  title: string
  isWatched?: boolean
  percent?: number | null
  isWide?: boolean
}

export function Poster({ poster, title, isWatched = false, percent = null, isWide = false }: Props) {
  const words = useText(shelfText)
  const url = usePicture(poster)
  return (
    <div className={isWide ? styles.still : styles.poster}>
      {url !== '' && <img src={url} alt="" decoding="async" draggable={false} />}
      {poster === '' && <span className={styles.noPicture}>{title}</span>}
      {isWatched && (
        <span className={styles.watched} role="img" aria-label={words.watched}>
          <CheckIcon size={15} strokeWidth={2.5} />
        </span>
      )}
      {percent !== null && !isWatched && (
        <div className={styles.progress}>
          <progress
            className={textStyles.visuallyHidden}
            aria-label={words.seenPart(Math.round(percent))}
            value={Math.round(percent)}
            max={100}
          />
          <i style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
}
