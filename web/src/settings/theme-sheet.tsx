/** The theme choice: light, dark, or system. */
import { useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { themes } from '../kit/storage.ts'
import { commonText } from '../kit/text.ts'
import { setTheme, theme } from '../kit/theme.ts'
import checkboxStyles from '../ui/checkbox.module.css'
import { CheckIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { settingsText } from './text.ts'

export function ThemeSheet({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const words = useText(settingsText)
  const chosen = useObservable(theme)
  return (
    <Sheet isOpen={isOpen} close={close} title={words.appearance} closeLabel={useText(commonText).close}>
      <div role="radiogroup" aria-label={words.appearance}>
        {themes.map((one) => (
          <label key={one} className={checkboxStyles.checkbox}>
            <input
              type="radio"
              name="theme"
              className={textStyles.visuallyHidden}
              checked={one === chosen}
              onChange={() => setTheme(one)}
              onClick={close}
            />
            <span className={layoutStyles.grow}>{words.themes[one]}</span>
            {one === chosen && <CheckIcon />}
          </label>
        ))}
      </div>
    </Sheet>
  )
}
