/** Unlinks WeChat from the account, unless nothing else signs in to it. */
import type { Profile } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { dateOf } from '../../kit/text/format.ts'
import { textNow, useText } from '../../kit/lang.ts'
import { forward } from '../../kit/nav/nav.ts'
import { setUser } from '../../kit/session.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { question } from '../../ui/modal.tsx'
import noteStyles from '../../ui/note.module.css'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { fieldOf, noProof, Proof, proofIn, proofShape, useProof, type ProofValues } from './proof.tsx'
import { unlinkWechat } from './security-data.ts'
import { securityPath } from './security-page.tsx'
import { securityText } from './security-text.ts'
import styles from './security.module.css'
import { wechatText } from './wechat-text.ts'

/** since: seconds. */
export function UnlinkWechat({ user, since }: { user: Profile; since: number }) {
  const words = useText(wechatText)
  const security = useText(securityText)
  if (user.has_password || user.phone !== '') return <UnlinkForm user={user} since={since} />
  return (
    <>
      <p>{words.since(dateOf(since))}</p>
      <p className={noteStyles.note}>{words.onlyWay}</p>
      <Button variant="main" isWide onClick={() => forward(securityPath)}>
        {security.title}
      </Button>
    </>
  )
}

function UnlinkForm({ user, since }: { user: Profile; since: number }) {
  const words = useText(wechatText)
  const proof = useProof(user)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(z.object(proofShape(proof.way))),
    defaultValues: noProof,
    mutation: unlinkWechat,
    inputOf: (proven: ProofValues) => proofIn(proof.way, proven),
    // The form is gone once the account has no WeChat.
    onSuccess(changed) {
      toast(words.unlinkedNow)
      setUser(changed)
    },
    fields: ['password', 'proof_code'],
    otherwise: fieldOf(proof.way),
    focusesRefused: true,
    confirm: isMeant,
  })
  return (
    <form noValidate onSubmit={flow.submit}>
      <p>{words.since(dateOf(since))}</p>
      <p className={styles.lead}>{words.unlinkText}</p>
      <Proof proof={proof} purpose="confirm" flow={flow} />
      <Button variant="line" type="submit" isWide isDanger isBusy={flow.isBusy}>
        {words.unlink}
      </Button>
    </form>
  )
}

async function isMeant(): Promise<boolean> {
  const words = textNow(wechatText)
  const answer = await question({
    title: words.unlinkAsk,
    text: words.unlinkAskText,
    confirm: words.unlink,
    cancel: textNow(commonText).cancel,
    isDanger: true,
  })
  return answer === 'confirm'
}
