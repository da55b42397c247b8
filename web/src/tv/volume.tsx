/** The volume indicator, shown briefly after a change. */
import { useText } from '../kit/lang.ts'
import { screenText } from './text.ts'

export function Volume({ volume, isMuted }: { volume: number; isMuted: boolean }) {
  const t = useText(screenText)
  return (
    <div className="volume">
      <span>{isMuted ? t.muted : t.volume}</span>
      <progress aria-label={t.volume} max={100} value={isMuted ? 0 : volume} />
      <span className="num">{isMuted ? '–' : volume}</span>
    </div>
  )
}
