/** User and password for a link's server. */
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { linkWords } from './link-words.ts'

export type Login = { user: string; password: string }

export function LinkLogin({ take }: { take: (login: Login) => void }) {
  const words = useText(linkWords)
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  return (
    <Form label={words.signIn} isBusy={false} submit={() => user !== '' && take({ user, password })}>
      <Field
        label={words.user}
        value={user}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setUser(event.target.value)}
      />
      <Field
        label={words.password}
        type="password"
        value={password}
        autoComplete="off"
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  )
}
