/** The nav bar of a screen with a back button, and one that leads home where the tabs are far; its border shows once content scrolls under it. */
import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { isFarFromTabs, switchTab } from '../kit/nav/nav.ts'
import { homePath } from '../kit/nav/return-path.ts'
import { commonText } from '../kit/text/text.ts'
import barsStyles from './bars.module.css'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { BackIcon, HomeIcon } from './icon.tsx'
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
  // The answer for the page that it stands on: it stays while the next one loads.
  const [isFar] = useState(isFarFromTabs)
  const { goHome } = useText(commonText)
  useEffect(() => {
    const check = () => setLifted(scrollY > 4)
    check()
    addEventListener('scroll', check, { passive: true })
    return () => removeEventListener('scroll', check)
  }, [])
  return (
    <header className={classes(barsStyles.navbar, isLifted && barsStyles.lifted)}>
      <div className={layoutStyles.row}>
        <IconButton label={backLabel} onClick={back}>
          {isClose ? <X strokeWidth={1.75} /> : <BackIcon />}
        </IconButton>
        {isFar && !isClose && (
          <span className={barsStyles.home}>
            <IconButton label={goHome} onClick={() => switchTab(homePath)}>
              <HomeIcon />
            </IconButton>
          </span>
        )}
      </div>
      <h1 className={textStyles.oneLine}>{title}</h1>
      <div className={layoutStyles.row}>{children}</div>
    </header>
  )
}
