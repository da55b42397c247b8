/** A reported thread, reply or bullet comment: what it says, why it was reported and by whom, and what a moderator can do. */
import type { Complaint } from '@homeport/contract/shape/complaint.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { complaintText } from '../../shared/complaint/complaint-text.ts'
import { displayNameOf } from '../../shared/person.ts'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import { BanSheet } from './ban-sheet.tsx'
import { moderationText } from './moderation-text.ts'
import styles from './moderation.module.css'

type Props = {
  href: string
  title: string
  caption: string
  text: string
  author: Person | null
  isHidden: boolean
  reports: readonly z.infer<typeof Complaint>[]
  does: (what: 'dismiss' | 'show' | 'hide') => void
  /** Further buttons. */
  children?: ReactNode
}

export function ReportCase({ href, title, caption, text, author, isHidden, reports, does, children }: Props) {
  const words = useText(moderationText)
  const complaint = useText(complaintText)
  const [isBanning, setBanning] = useState(false)
  return (
    <li className={classes(cardStyles.card, styles.case)}>
      <a href={href}>
        <span className={classes(textStyles.label, textStyles.twoLines)}>{title}</span>
        <span className={textStyles.caption}>
          {caption}
          {isHidden && ` · ${words.hidden}`}
        </span>
      </a>
      <p className={styles.quote} dir="auto">
        {text}
      </p>
      <p className={textStyles.caption}>{words.times(reports.length)}</p>
      <ul className={textStyles.secondary}>
        {reports.map((one) => (
          <li key={`${one.by?.user_id ?? ''} ${one.at}`}>
            {one.by ? displayNameOf(one.by) : words.somebody}: {complaint.reasons[one.reason]}
            {one.text !== '' && ` – ${one.text}`} <span className={textStyles.caption}>{agoOf(one.at, now())}</span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="line" isSmall onClick={() => does('dismiss')}>
          {words.does.dismiss}
        </Button>
        <Button variant="line" isSmall isDanger={!isHidden} onClick={() => does(isHidden ? 'show' : 'hide')}>
          {isHidden ? words.does.show : words.does.hide}
        </Button>
        {children}
        {author && (
          <Button variant="line" isSmall isDanger onClick={() => setBanning(true)}>
            {words.banDo}
          </Button>
        )}
      </div>
      {author && <BanSheet person={author} isOpen={isBanning} onClose={() => setBanning(false)} />}
    </li>
  )
}
