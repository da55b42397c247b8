/** Account cancellation: what is lost, what happens to the posts, proof of identity, and a confirmation (P36). */
import { cancelDays, postChoices, type Profile } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { CircleMinus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { now } from '../../kit/time/clock.ts'
import { dateOf } from '../../kit/text/format.ts'
import { textNow, useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import gridStyles from '../../ui/grid.module.css'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { question } from '../../ui/modal.tsx'
import noteStyles from '../../ui/note.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { BindPhoneSheet } from './bind-phone-sheet.tsx'
import { cancelText } from './cancel-text.ts'
import { fieldOf, noProof, Proof, proofIn, proofShape, useProof, type ProofValues } from './proof.tsx'
import { askToCancel } from './security-data.ts'
import styles from './security.module.css'

type Values = ProofValues & { posts: (typeof postChoices)[number] }

export function CancelForm({ user }: { user: Profile }) {
  const words = useText(cancelText)
  const proof = useProof(user)
  const [isBinding, setBinding] = useState(false)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(z.object({ ...proofShape(proof.way), posts: z.enum(postChoices) })),
    defaultValues: { ...noProof, posts: 'anonymise' },
    mutation: askToCancel,
    inputOf: ({ posts, ...proven }: Values) => ({ posts, ...proofIn(proof.way, proven) }),
    onSuccess: () => toast(words.done),
    fields: ['password', 'proof_code'],
    otherwise: fieldOf(proof.way),
    focusesRefused: true,
    confirm: isMeant,
  })

  return (
    <form noValidate onSubmit={flow.submit}>
      <p className={classes(textStyles.secondary, gridStyles.narrow)}>{words.lead}</p>
      <div className={gridStyles.halves}>
        <section className={layoutStyles.section} aria-labelledby="losses">
          <div className={sectionHeadStyles.sectionHead}>
            <h2 id="losses">{words.lost}</h2>
          </div>
          <ul className={classes(listStyles.list, styles.losses)}>
            {words.losses.map((loss) => (
              <li key={loss} className={listStyles.row}>
                <CircleMinus strokeWidth={1.75} aria-hidden="true" />
                <span className={layoutStyles.grow}>{loss}</span>
              </li>
            ))}
          </ul>
          <p className={fieldStyles.hint}>{words.devices}</p>
        </section>
        <div>
          <fieldset className={classes(layoutStyles.section, styles.postChoice)}>
            <legend>{words.posts}</legend>
            <div className={listStyles.list}>
              {(['anonymise', 'delete'] as const).map((one) => (
                <label key={one} className={listStyles.row}>
                  <input type="radio" value={one} {...flow.form.register('posts')} />
                  <span className={layoutStyles.grow}>
                    {words.choices[one].label}
                    <span className={textStyles.caption}>{words.choices[one].text}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <section className={layoutStyles.section}>
            {proof.way === 'none' ? (
              <>
                <p className={noteStyles.note}>{words.needPhoneText}</p>
                <Button isWide onClick={() => setBinding(true)}>
                  {words.bindPhone}
                </Button>
                <BindPhoneSheet user={user} isOpen={isBinding} onClose={() => setBinding(false)} />
              </>
            ) : (
              <>
                <Proof proof={proof} purpose="cancel" flow={flow} label={words.prove} />
                <Button variant="line" type="submit" isWide isDanger isBusy={flow.isBusy}>
                  {words.cancel}
                </Button>
              </>
            )}
          </section>
        </div>
      </div>
    </form>
  )
}

async function isMeant(): Promise<boolean> {
  const words = textNow(cancelText)
  const answer = await question({
    title: words.ask,
    text: words.askText(dateOf(now() / 1000 + cancelDays * 86_400)),
    confirm: words.doCancel,
    cancel: words.stay,
    isDanger: true,
  })
  return answer === 'confirm'
}
