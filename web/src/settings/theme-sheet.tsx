/** Light, dark, or as the system says. */
import { useCell } from '../kit/cell.ts'
import { themes } from '../kit/keep.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { setTheme, theme } from '../kit/theme.ts'
import { CheckIcon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { settingsText } from './text.ts'

export function ThemeSheet({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const words = useText(settingsText)
  const chosen = useCell(theme)
  return (
    <Sheet isOpen={isOpen} close={close} title={words.appearance} closeLabel={useText(commonText).close}>
      <div role="radiogroup" aria-label={words.appearance}>
        {themes.map((one) => (
          <button key={one} type="button" role="radio" aria-checked={one === chosen} className="check" style={{ width: '100%' }} onClick={() => (setTheme(one), close())}>
            <span className="grow" style={{ textAlign: 'left' }}>{words.themes[one]}</span>
            {one === chosen && <CheckIcon />}
          </button>
        ))}
      </div>
    </Sheet>
  )
}
