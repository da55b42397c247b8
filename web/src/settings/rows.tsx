/** List rows for language and appearance. */
import { Globe, Moon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLang, useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { theme } from '../kit/theme.ts'
import listStyles from '../ui/list.module.css'
import { Row } from '../ui/row.tsx'
import { askToSwitchLanguage } from './language.ts'
import { settingsText } from './text.ts'
import { ThemeSheet } from './theme-sheet.tsx'

/** `children`: rows that stand before these. */
export function SettingsRows({ children }: { children?: ReactNode }) {
  const words = useText(settingsText)
  const lang = useLang()
  const chosen = useObservable(theme)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={listStyles.list}>
      {children}
      <Row
        icon={<Globe strokeWidth={1.75} />}
        label={words.language}
        value={words.langs[lang]}
        onClick={() => void askToSwitchLanguage()}
      />
      <Row
        icon={<Moon strokeWidth={1.75} />}
        label={words.appearance}
        value={words.themes[chosen]}
        onClick={() => setOpen(true)}
      />
      <ThemeSheet isOpen={isOpen} close={() => setOpen(false)} />
    </div>
  )
}
