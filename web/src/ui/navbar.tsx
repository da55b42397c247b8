/** The nav bar of a screen with a back button; its border shows once content scrolls under it. */
import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import barsStyles from './bars.module.css'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { BackIcon } from './icon.tsx'
import layoutStyles from './layout.module.css'
import textStyles from './text.module.css'

export function NavBar({
  title,
  backLabel,
  back,
  isClose = false,
  children,
}: {
  title: string
  backLabel: string
  back: () => void
  /** The button ends something and leaves no page. */
  isClose?: boolean
  children?: ReactNode
}) {
  const [isLifted, setLifted] = useState(false)
  useEffect(() => {
    const check = () => setLifted(scrollY > 4)
    check()
    addEventListener('scroll', check, { passive: true })
    return () => removeEventListener('scroll', check)
  }, [])
  return (
    <header className={classes(barsStyles.navbar, isLifted && barsStyles.lifted)}>
      <IconButton label={backLabel} onClick={back}>
        {isClose ? <X strokeWidth={1.75} /> : <BackIcon />}
      </IconButton>
      <h1 className={textStyles.oneLine}>{title}</h1>
      <div className={layoutStyles.row}>{children}</div>
    </header>
  )
}
