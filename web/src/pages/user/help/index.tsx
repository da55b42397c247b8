/** Feedback to the server's operator. Open to guests: users who cannot sign in need it most. */
import { useEffect, useState } from 'react'
import { readDraft, type Draft } from '../../../help/draft.ts'
import { FeedbackForm } from '../../../help/feedback-form.tsx'
import styles from '../../../help/feedback.module.css'
import { helpText } from '../../../help/text.ts'
import { useLang, useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { Button } from '../../../ui/button.tsx'
import cardStyles from '../../../ui/card.module.css'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Phrases } from '../../../ui/phrases.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'anyone' }

const above = '/pages/main/user/index'

export function Screen() {
  const words = useText(helpText)
  const { user } = useSession()
  const [isSent, setSent] = useState(false)
  return (
    <>
      <NavBar title={words.feedback} backLabel={useText(commonText).back} back={() => back(above)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {isSent ? (
          <EmptyState art={art.arriving} title={words.sentTitle} text={words.sentText}>
            <Button variant="main" onClick={() => back(above)}>
              {words.done}
            </Button>
            <Button variant="bare" onClick={() => setSent(false)}>
              {words.again}
            </Button>
          </EmptyState>
        ) : (
          // Keyed by user: a draft is not shown to the next user.
          <Writing key={user?.user_id ?? ''} sent={() => setSent(true)} />
        )}
      </main>
    </>
  )
}

function Writing({ sent }: { sent: () => void }) {
  const words = useText(helpText)
  const lang = useLang()
  const { user } = useSession()
  const [draft, setDraft] = useState<Draft | null>(null)
  useEffect(() => {
    let isHere = true
    void readDraft(lang).then((stored) => isHere && setDraft(stored))
    return () => {
      isHere = false
    }
  }, [lang])
  return (
    <div className={gridStyles.mainAside}>
      <div>
        <div className={styles.lead}>
          <h2>
            <Phrases text={words.lead} />
          </h2>
          <p className={textStyles.secondary}>{words.leadText}</p>
        </div>
        {draft && <FeedbackForm draft={draft} email={user?.email ?? ''} sent={sent} />}
      </div>
      {/* With the form: what stands below it is not pushed down by it. */}
      {draft && (
        <aside className={classes(cardStyles.card, styles.tips)}>
          <h2>{words.tipsTitle}</h2>
          <ul>
            {words.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </aside>
      )}
    </div>
  )
}
