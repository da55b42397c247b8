/** A password field with a show/hide button. */
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { accountText } from './text.ts'

export function PasswordField(props: ComponentProps<typeof Field>) {
  const words = useText(accountText)
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? words.hidePassword : words.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={20} strokeWidth={1.75} /> : <Eye size={20} strokeWidth={1.75} />}
        </IconButton>
      }
    />
  )
}
