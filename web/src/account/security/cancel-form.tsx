/** Account cancellation: what is lost, what happens to the posts, proof of identity, and a confirmation (P36). */
import { cancelDays, postChoices, type Profile } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { CircleMinus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { now } from '../../kit/clock.ts'
import { dateOf } from '../../kit/format.ts'
import { textNow, useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { question } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { BindPhoneSheet } from './bind-phone-sheet.tsx'
import { cancelText } from './cancel-text.ts'
import { fieldOf, noProof, Proof, proofIn, proofShape, useProof, type ProofValues } from './proof.tsx'
import { askToCancel } from './security-data.ts'

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
      <p className="sub narrow">{words.lead}</p>
      <div className="halves">
        <section className="sec" aria-labelledby="losses">
          <div className="sec-h">
            <h2 id="losses">{words.lost}</h2>
          </div>
          <ul className="list losses">
            {words.losses.map((loss) => (
              <li key={loss} className="li">
                <CircleMinus size={20} strokeWidth={1.75} aria-hidden="true" />
                <span className="grow">{loss}</span>
              </li>
            ))}
          </ul>
          <p className="hint">{words.devices}</p>
        </section>
        <div>
          <fieldset className="sec post-choice">
            <legend>{words.posts}</legend>
            <div className="list">
              {(['anonymise', 'delete'] as const).map((one) => (
                <label key={one} className="li">
                  <input type="radio" value={one} {...flow.form.register('posts')} />
                  <span className="grow">
                    {words.choices[one].label}
                    <span className="cap">{words.choices[one].text}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <section className="sec">
            {proof.way === 'none' ? (
              <>
                <p className="note">{words.needPhoneText}</p>
                <Button isWide onClick={() => setBinding(true)}>
                  {words.bindPhone}
                </Button>
                <BindPhoneSheet user={user} isOpen={isBinding} close={() => setBinding(false)} />
              </>
            ) : (
              <>
                <Proof proof={proof} purpose="cancel" flow={flow} label={words.prove} />
                <Button look="line" type="submit" isWide isDanger isBusy={flow.isBusy}>
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
