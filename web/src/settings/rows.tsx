/** The settings of this phone: appearance and language. */
import { Globe } from 'lucide-react'
import { useLang, useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { themes } from '../kit/storage.ts'
import { setTheme, theme } from '../kit/theme.ts'
import { Row } from '../ui/row.tsx'
import { Segments } from '../ui/segments.tsx'
import { askToSwitchLanguage } from './language.ts'
import styles from './settings-group.module.css'
import { settingsText } from './text.ts'

export function ThemeSegments() {
  const words = useText(settingsText)
  const chosen = useObservable(theme)
  return (
    <div className={styles.segments}>
      <Segments
        label={words.appearance}
        segments={themes.map((key) => ({ key, label: words.themes[key] }))}
        chosen={chosen}
        onSelect={setTheme}
      />
    </div>
  )
}

export function LanguageRow() {
  const words = useText(settingsText)
  const lang = useLang()
  return (
    <Row
      icon={<Globe strokeWidth={1.75} />}
      label={words.language}
      value={words.langs[lang]}
      onClick={() => void askToSwitchLanguage()}
    />
  )
}
