/** For subtitles whose text looks wrong: a line of it in each encoding that it may be in, to choose the one that reads right. */
import type { TextEncoding } from '@homeport/contract/shape/film/track.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import noteStyles from '../../ui/note.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { readingsOf, type TracksTarget } from './tracks-data.ts'
import { TrackRow } from './tracks-row.tsx'
import { tracksText } from './tracks-text.ts'
import styles from './tracks.module.css'

type Props = { target: TracksTarget; subtitle_id: string; onSelect: (encoding: TextEncoding) => void; back: () => void }

export function EncodingChoice({ target, subtitle_id, onSelect, back }: Props) {
  const common = useText(commonText)
  const texts = useText(tracksText)
  const readings = useQuery(readingsOf(target, subtitle_id))
  return (
    <div className={styles.tracks}>
      <Button isSmall variant="text" icon={<ChevronLeft size={18} strokeWidth={1.75} />} onClick={back}>
        {texts.title}
      </Button>
      {readings.isPending && <Skeleton height={160} radius={14} isLate />}
      {readings.isError && (
        <>
          <p className={noteStyles.note} role="alert">
            <WarnIcon size={18} />
            {texts.readingsFailed}
          </p>
          <Button isWide icon={<RetryIcon size={20} />} onClick={() => void readings.refetch()}>
            {common.retry}
          </Button>
        </>
      )}
      {readings.data && (
        <>
          <p className={textStyles.secondary}>{readings.data.data.length > 1 ? texts.chooseReading : texts.oneReading}</p>
          <div role="radiogroup" aria-label={texts.chooseReading}>
            {readings.data.data.map(({ encoding, line }) => (
              <TrackRow
                key={encoding}
                isChosen={encoding === readings.data.encoding}
                onSelect={() => onSelect(encoding)}
                name={line}
                note={encoding}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
