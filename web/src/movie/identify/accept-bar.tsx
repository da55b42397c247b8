/** At the foot of the films that are not identified: takes the sure matches at once, or those from a chosen score on. */
import type { Device } from '@homeport/contract/device.ts'
import { sureScore } from '@homeport/contract/movie/identify.ts'
import { Check, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import barsStyles from '../../ui/bars.module.css'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { identifyText } from './identify-text.ts'
import { useAccept } from './use-identify.ts'

type Scores = readonly { min_score: number; films: number }[]
/** scores: how many films have a match from each score on. */
type Props = { device: Device; sure: number; scores: Scores }

export function AcceptBar({ device, sure, scores }: Props) {
  const words = useText(identifyText)
  const { accept, isBusy } = useAccept(device)
  const [isOpen, setOpen] = useState(false)
  const hasLess = scores.some(({ films }) => films > sure)
  if (sure === 0 && !hasLess) return null
  return (
    <div className={classes(barsStyles.bottomBar, layoutStyles.row, layoutStyles.gap8)}>
      {sure > 0 && (
        <Button
          variant="main"
          isWide
          icon={<Check size={20} strokeWidth={1.75} />}
          isBusy={isBusy}
          onClick={() => accept(sureScore)}
        >
          {words.acceptSure(sure)}
        </Button>
      )}
      {hasLess && (
        <Button
          variant="line"
          isSquare={sure > 0}
          isWide={sure === 0}
          aria-label={words.acceptFrom}
          icon={<ListChecks size={22} strokeWidth={1.75} />}
          onClick={() => setOpen(true)}
        >
          {sure > 0 ? null : words.acceptFrom}
        </Button>
      )}
      <ScoreSheet scores={scores} isOpen={isOpen} onClose={() => setOpen(false)} accept={accept} />
    </div>
  )
}

type SheetProps = { scores: Scores; isOpen: boolean; onClose: () => void; accept: (minScore: number) => void }

function ScoreSheet({ scores, isOpen, onClose, accept }: SheetProps) {
  const words = useText(identifyText)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.acceptFrom} closeLabel={useText(commonText).close}>
      <div className={listStyles.list}>
        {scores.map(({ min_score, films }) => (
          <button
            key={min_score}
            type="button"
            className={listStyles.row}
            disabled={films === 0}
            onClick={() => {
              onClose()
              accept(min_score)
            }}
          >
            <Check size={24} strokeWidth={1.75} />
            <span className={layoutStyles.grow}>
              <span className={layoutStyles.block}>{words.fromScore[min_score]}</span>
              <span className={classes(textStyles.caption, textStyles.numeric)}>
                {words.scoreAndFilms(Math.round(min_score * 100), films)}
              </span>
            </span>
          </button>
        ))}
      </div>
    </Sheet>
  )
}
