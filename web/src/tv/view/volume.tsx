/** The volume indicator, shown briefly after a change. */
import { useText } from '../../kit/lang.ts'
import { screenText } from '../text.ts'
import stageStyles from '../tv-stage.module.css'
import styles from './tv-volume.module.css'

export function Volume({ volume, isMuted }: { volume: number; isMuted: boolean }) {
  const t = useText(screenText)
  return (
    <div className={styles.volume}>
      <span>{isMuted ? t.muted : t.volume}</span>
      <progress aria-label={t.volume} max={100} value={isMuted ? 0 : volume} />
      <span className={stageStyles.numeric}>{isMuted ? '–' : volume}</span>
    </div>
  )
}
