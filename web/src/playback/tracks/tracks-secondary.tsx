/** The choice of a second subtitle above the first, with an offset of its own. */
import type { PlayerTracks, TrackChoice } from '@homeport/contract/shape/film/track.ts'
import { ChevronLeft } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import textStyles from '../../ui/text.module.css'
import { OffsetStepper } from './tracks-offset.tsx'
import { SubtitleList } from './tracks-subtitle.tsx'
import { tracksText } from './tracks-text.ts'
import styles from './tracks.module.css'

type Props = { tracks: PlayerTracks; onSelect: (choice: TrackChoice) => Promise<unknown>; back: () => void }

export function SecondaryChoice({ tracks, onSelect, back }: Props) {
  const texts = useText(tracksText)
  const { subtitles, subtitle_id, secondary_id, secondary_offset_ms, is_loading } = tracks
  return (
    <div className={styles.tracks}>
      <Button isSmall variant="text" icon={<ChevronLeft size={18} strokeWidth={1.75} />} onClick={back}>
        {texts.title}
      </Button>
      <p className={textStyles.secondary}>{texts.secondaryText}</p>
      <SubtitleList
        label={texts.secondary}
        all={subtitles}
        without={subtitle_id}
        chosen={secondary_id}
        isLoading={is_loading}
        onSelect={(id) => void onSelect({ secondary_id: id })}
      />
      {secondary_id !== '' && (
        <div className={styles.setting}>
          <span>{texts.offset}</span>
          <OffsetStepper offset={secondary_offset_ms} onSelect={(next) => onSelect({ secondary_offset_ms: next })} />
        </div>
      )}
    </div>
  )
}
