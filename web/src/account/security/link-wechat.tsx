/** Links WeChat to the account: after a proof, a code to type in the mini-program. */
import { wechatCodeLifeMs, type Profile } from '@homeport/contract/account.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Copy } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { useText } from '../../kit/lang.ts'
import { copyText } from '../../kit/browser-features.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { WarnIcon } from '../../ui/icon.tsx'
import noteStyles from '../../ui/note.module.css'
import { ShownCode } from '../../ui/shown-code.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { useAccountForm } from '../field/account-form.ts'
import { fieldOf, noProof, Proof, proofIn, proofShape, useProof, type ProofValues } from './proof.tsx'
import { askForWechatCode, useOwnProfile } from './security-data.ts'
import styles from './security.module.css'
import { wechatText } from './wechat-text.ts'

/** The mini-program links meanwhile. */
const profileMs = 3_000

/** onAsk: a code was made. */
export function LinkWechat({ user, onAsk }: { user: Profile; onAsk: () => void }) {
  const words = useText(wechatText)
  const [code, setCode] = useState('')
  const [isEnded, setEnded] = useState(false)
  if (code !== '') {
    const end = () => {
      setCode('')
      setEnded(true)
    }
    return <WechatCode code={code} end={end} />
  }
  const show = (next: string) => {
    setEnded(false)
    setCode(next)
    onAsk()
  }
  return (
    <>
      {isEnded && (
        <p className={noteStyles.note} role="status">
          <WarnIcon size={18} />
          {words.ended}
        </p>
      )}
      <CodeForm user={user} show={show} />
    </>
  )
}

function CodeForm({ user, show }: { user: Profile; show: (code: string) => void }) {
  const words = useText(wechatText)
  const proof = useProof(user)
  const flow = useAccountForm({
    resolver: standardSchemaResolver(z.object(proofShape(proof.way))),
    defaultValues: noProof,
    mutation: askForWechatCode,
    inputOf: (proven: ProofValues) => proofIn(proof.way, proven),
    onSuccess: ({ code }) => show(code),
    fields: ['password', 'proof_code'],
    otherwise: fieldOf(proof.way),
    focusesRefused: true,
  })
  return (
    <>
      <p className={styles.lead}>{words.why}</p>
      <Form submit={flow.submit} label={words.getCode} isBusy={flow.isBusy}>
        <Proof proof={proof} purpose="confirm" flow={flow} />
      </Form>
    </>
  )
}

function WechatCode({ code, end }: { code: string; end: () => void }) {
  const words = useText(wechatText)
  useOwnProfile(profileMs)
  const onEnd = useEffectEvent(end)
  useEffect(() => {
    const ending = setTimeout(() => onEnd(), wechatCodeLifeMs)
    return () => clearTimeout(ending)
  }, [])
  return (
    <div className={styles.wechatCode}>
      <ol className={textStyles.secondary}>
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ShownCode code={code} />
      <p className={textStyles.caption} role="status">
        {words.life}
      </p>
      <Button
        variant="line"
        isWide
        icon={<Copy size={20} strokeWidth={1.75} />}
        onClick={() => toast(copyText(code) ? words.copied : words.notCopied)}
      >
        {words.copy}
      </Button>
    </div>
  )
}
