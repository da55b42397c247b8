/** The field for a username. */
import type { ComponentProps } from 'react'
import { useText } from '../../kit/lang.ts'
import { Field } from '../../ui/field.tsx'
import { accountText } from './text.ts'

export function UsernameField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  const words = useText(accountText)
  return <Field label={words.username} autoComplete="username" autoCapitalize="off" spellCheck={false} {...props} />
}
