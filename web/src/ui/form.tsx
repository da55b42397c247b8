/** A form with the one button that submits it. */
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import gridStyles from './grid.module.css'

type Props = {
  submit: (event: FormEvent) => void
  /** The words of the button. */
  label: string
  isBusy: boolean
  /** The form is a page of its own. */
  isPage?: boolean
  /** Below the button. */
  below?: ReactNode
  children: ReactNode
}

export function Form({ submit, label, isBusy, isPage = false, below, children }: Props) {
  return (
    <form
      className={isPage ? gridStyles.formPage : undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) submit(event)
      }}
    >
      {children}
      <Button variant="main" type="submit" isWide isBusy={isBusy}>
        {label}
      </Button>
      {below}
    </form>
  )
}
