/** The field for the six-digit code, with the button that sends it and a countdown until it may be sent again (P5). */
import type { CodePurpose } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { askCode, keyOf, useWait, type Target } from './code-data.ts'
import styles from './code-field.module.css'
import { codeText } from './code-text.ts'
import { maskedEmail, maskedPhone } from './phone-rule.ts'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  purpose: CodePurpose
  /** The recipient as typed now. */
  target: Target
  /** Further facts that the server needs before it sends one. */
  more?: { invitation?: string }
  /** Shows the recipient's error at its field; false prevents sending. */
  check?: () => Promise<boolean>
  /** The server refused to send. */
  refuse: (failure: Error) => void
  label?: string
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function CodeField({ purpose, target, more = {}, check, refuse, label, error, ...input }: Props) {
  const words = useText(codeText)
  const sending = useMutation(askCode)
  const [sentTo, setSentTo] = useState('')
  const key = keyOf(target)
  const seconds = useWait(key)

  function sayRefused(failure: Error) {
    const isTheirs = isFailure(failure, 'code') && (failure.code === Code.fault || failure.code === Code.noResponse)
    if (isTheirs) toast(words.notObtained)
    else refuse(failure)
  }

  async function send() {
    if (check && !(await check())) return
    sending.mutate({ purpose, target, more }, { onSuccess: () => setSentTo(key), onError: sayRefused })
  }

  return (
    <Field
      label={label ?? words.code}
      isCode
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      error={error}
      hint={sentTo === key ? words.sentTo('email' in target ? maskedEmail(target.email) : maskedPhone(target)) : undefined}
      end={
        seconds > 0 ? (
          <span className={classes(styles.wait, textStyles.numeric)} role="timer">
            {words.again(seconds)}
          </span>
        ) : (
          <Button variant="text" isBusy={sending.isPending} onClick={() => void send()}>
            {sentTo === key ? words.resend : words.send}
          </Button>
        )
      }
      {...input}
    />
  )
}
