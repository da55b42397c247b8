/** The bullet comments of a guide as a list, for screen readers too: jump to a comment's time, delete one's own, report others. */
import type { Bullet } from '@homeport/contract/guide.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { mutateThen } from '../kit/query/mutate-then.ts'
import { ComplaintSheet } from '../shared/complaint/complaint-sheet.tsx'
import { complaintText } from '../shared/complaint/complaint-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import layoutStyles from '../ui/layout.module.css'
import { question } from '../ui/modal.tsx'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { removing, reporting } from './data.ts'
import styles from './guide.module.css'
import { guideText } from './text.ts'
import { timeOf } from './time.ts'

type Props = { videoId: string; bullets: readonly Bullet[]; jump: (toMs: number) => void }

export function Comments({ videoId, bullets, jump }: Props) {
  const words = useText(guideText)
  const complaint = useText(complaintText)
  const removal = useMutation(removing(useQueryClient(), videoId))
  const report = useMutation(reporting())
  const [reported, setReported] = useState('')
  async function remove(bullet: Bullet) {
    const confirmation = {
      title: words.removeAsk,
      text: bullet.text,
      confirm: words.removeIt,
      cancel: words.keep,
      isDanger: true,
    }
    if ((await question(confirmation)) === 'confirm') mutateThen(removal, bullet, () => toast(words.removed))
  }

  return (
    <>
      <Disclosure title={words.comments(bullets.length)}>
        {bullets.length === 0 && <p>{words.noComments}</p>}
        <ol className={styles.comments}>
          {bullets.map((bullet) => {
            const { id, text, time_ms, is_mine } = bullet
            return (
              <li key={id}>
                <button
                  type="button"
                  className={textStyles.numeric}
                  aria-label={words.at(timeOf(time_ms))}
                  onClick={() => jump(time_ms)}
                >
                  {timeOf(time_ms)}
                </button>
                <span className={layoutStyles.grow}>{text}</span>
                {is_mine ? (
                  <IconButton label={words.remove(text)} onClick={() => void remove(bullet)}>
                    <Trash2 strokeWidth={1.75} />
                  </IconButton>
                ) : (
                  <IconButton label={words.report(text)} onClick={() => setReported(id)}>
                    <Flag strokeWidth={1.75} />
                  </IconButton>
                )}
              </li>
            )
          })}
        </ol>
      </Disclosure>
      <ComplaintSheet
        key={reported}
        about={`bullet ${reported}`}
        isOpen={reported !== ''}
        onClose={() => setReported('')}
        isBusy={report.isPending}
        send={(input, sent) =>
          report.mutate(
            { id: reported, ...input },
            {
              onSuccess() {
                sent()
                setReported('')
                toast(complaint.wasReported)
              },
            },
          )
        }
      />
    </>
  )
}
