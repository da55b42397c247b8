/** The code of an invitation, which some servers want for a new account. */
import { useText } from '../../kit/lang.ts'
import { Field } from '../../ui/field.tsx'
import type { FieldProps } from '../field/account-form.ts'
import { accountText } from '../field/text.ts'

export function InvitationField({ hint, ...field }: FieldProps & { hint: string }) {
  const words = useText(accountText)
  return (
    <Field
      label={words.invitation}
      isCode
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={9}
      hint={hint}
      {...field}
    />
  )
}
