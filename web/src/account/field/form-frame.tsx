/** The frame of the sign-in screens: close, other language, logo, greeting; from 900 px the greeting is beside the form. */
import { Globe, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav/nav.ts'
import { homePath } from '../../kit/nav/return-path.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Mark } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import styles from './form-frame.module.css'
import { accountText } from './text.ts'

export function FormFrame({
  languageName,
  changeLanguage,
  title,
  motto,
  above = homePath,
  children,
}: {
  languageName: string
  changeLanguage: () => void
  title: string
  motto?: string
  /** The target of close without a previous page. */
  above?: string
  children: ReactNode
}) {
  const words = useText(accountText)
  const common = useText(commonText)
  return (
    <div className={layoutStyles.appearing}>
      <div className={styles.top}>
        <IconButton label={common.close} onClick={() => back(above)}>
          <X strokeWidth={1.75} />
        </IconButton>
        <Button variant="bare" icon={<Globe size={20} strokeWidth={1.75} />} onClick={changeLanguage}>
          {languageName}
        </Button>
      </div>
      <main className={styles.frame}>
        <div>
          <div className={styles.mark}>
            <Mark size={52} />
          </div>
          <h1>{title}</h1>
          <p className={styles.motto}>{motto ?? words.motto}</p>
        </div>
        <div className={styles.way}>{children}</div>
      </main>
    </div>
  )
}
