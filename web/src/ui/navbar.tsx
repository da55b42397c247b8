/** The nav bar of a screen with a back button; its border shows once content scrolls under it. */
import { useEffect, useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { BackIcon } from './icon.tsx'

export function NavBar({
  title,
  backLabel,
  back,
  children,
}: {
  title: string
  backLabel: string
  back: () => void
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
    <header className={isLifted ? 'navbar lifted' : 'navbar'}>
      <IconButton label={backLabel} onClick={back}>
        <BackIcon />
      </IconButton>
      <h1 className="one">{title}</h1>
      <div className="fx">{children}</div>
    </header>
  )
}
