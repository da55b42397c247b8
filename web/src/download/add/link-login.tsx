/** User and password for a link's server. */
import { useTyped } from '../../kit/keep/unsent-forms.ts'
import { useText } from '../../kit/lang.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { linkWords } from '../link-words.ts'

export type LinkCredentials = { user: string; password: string }

const none: LinkCredentials = { user: '', password: '' }

export function LinkLogin({ url, take }: { url: string; take: (login: LinkCredentials) => void }) {
  const words = useText(linkWords)
  const typed = useTyped(`login of ${url}`, none)
  const { user, password } = typed.value
  const change = (part: Partial<LinkCredentials>) => typed.change((before) => ({ ...before, ...part }))
  function submit() {
    if (user === '') return
    take(typed.value)
    typed.forget()
  }
  return (
    <Form label={words.signIn} isBusy={false} submit={submit}>
      <Field
        label={words.user}
        value={user}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ user: event.target.value })}
      />
      <Field
        label={words.password}
        type="password"
        value={password}
        autoComplete="off"
        onChange={(event) => change({ password: event.target.value })}
      />
    </Form>
  )
}
