/** Account cancellation: what is lost, what happens to the posts, proof of identity, and a confirmation (P36). */
import { cancelDays, postChoices, type Profile } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { now } from '../../kit/clock.ts'
import { dateOf } from '../../kit/format.ts'
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
import { placed } from '../field/refusals.ts'
import { BindPhoneSheet } from './bind-phone-sheet.tsx'
import { cancelText } from './cancel-text.ts'
import { noProof, Proof, proofIn, proofShape, useProofWay, type ProofValues } from './proof.tsx'
import { askToCancel } from './security-data.ts'
import styles from './security.module.css'

type Values = ProofValues & { posts: (typeof postChoices)[number] }
const fields = ['password', 'proof_code'] as const

export function CancelForm({ user }: { user: Profile }) {
  const words = useText(cancelText)
  const [way, choose] = useProofWay(user)
  const [isBinding, setBinding] = useState(false)
  const ending = useMutation(askToCancel)
  const form = useForm<Values>({
    resolver: standardSchemaResolver(z.object({ ...proofShape(way), posts: z.enum(postChoices) })),
    defaultValues: { ...noProof, posts: 'anonymise' },
  })

  function refuse(failure: Error) {
    const refused = placed(failure, { fields, otherwise: way === 'code' ? 'proof_code' : 'password' })
    if (refused) form.setError(refused.field, refused, { shouldFocus: true })
  }

  async function submit({ posts, ...proof }: Values) {
    if (!(await isMeant())) return
    ending.mutate({ posts, ...proofIn(way, proof) }, { onSuccess: () => toast(words.done), onError: refuse })
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <p className={classes(textStyles.secondary, gridStyles.narrow)}>{words.lead}</p>
      <div className={gridStyles.halves}>
        <section className={layoutStyles.section} aria-labelledby="losses">
          <div className={sectionHeadStyles.sectionHead}>
            <h2 id="losses">{words.lost}</h2>
          </div>
          <ul className={classes(listStyles.list, styles.losses)}>
            {words.losses.map((loss) => (
              <li key={loss} className={listStyles.row}>
                <CircleMinus size={20} strokeWidth={1.75} aria-hidden="true" />
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
                  <input type="radio" value={one} {...form.register('posts')} />
                  <span className={layoutStyles.grow}>
                    {words.choices[one].label}
                    <span className={textStyles.caption}>{words.choices[one].text}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <section className={layoutStyles.section}>
            {way === 'none' ? (
              <>
                <p className={noteStyles.note}>{words.needPhoneText}</p>
                <Button isWide onClick={() => setBinding(true)}>
                  {words.bindPhone}
                </Button>
                <BindPhoneSheet user={user} isOpen={isBinding} close={() => setBinding(false)} />
              </>
            ) : (
              <>
                <Proof
                  user={user}
                  purpose="cancel"
                  way={way}
                  choose={choose}
                  inputs={{ password: form.register('password'), proof_code: form.register('proof_code') }}
                  errors={form.formState.errors}
                  refuse={refuse}
                  label={words.prove}
                />
                <Button look="line" type="submit" isWide isDanger isBusy={ending.isPending}>
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
