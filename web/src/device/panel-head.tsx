/** Name and state of the current box, and buttons to switch to another. */
import type { Device } from '@homeport/contract/device.ts'
import { ChevronDown, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { useIsLive } from '../kit/call/connection.ts'
import { useObservable } from '../kit/observable.ts'
import { AsOf } from '../ui/as-of.tsx'
import barsStyles from '../ui/bars.module.css'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import dotStyles from '../ui/dot.module.css'
import layoutStyles from '../ui/layout.module.css'
import textStyles from '../ui/text.module.css'
import { BindSheet } from './bind/bind-sheet.tsx'
import styles from './device.module.css'
import { pairing } from './bind/pairing.ts'
import { SwitchSheet } from './switch-sheet.tsx'
import { deviceText } from './text.ts'

type OpenSheet = 'none' | 'switch' | 'add'

/** figuresAt: when the box last sent its status, ms; 0 if never. */
export function PanelHead({ device, list, figuresAt }: { device: Device; list: Device[]; figuresAt: number }) {
  const words = useText(deviceText)
  const scanned = useObservable(pairing)
  const isOnline = useIsLive() && device.online === 1
  const [sheet, setSheet] = useState<OpenSheet>('none')
  // a code from a QR link opens the bind sheet
  const open = sheet === 'none' && scanned ? 'add' : sheet
  function close() {
    pairing.set(null)
    setSheet('none')
  }
  const name = device.name || device.showsn
  const serial = `HP ${device.showsn}`
  return (
    <>
      <header className={barsStyles.titleBar}>
        <h1 className={layoutStyles.grow}>
          {list.length > 1 ? (
            <button
              type="button"
              className={styles.titleSwitch}
              aria-label={`${name}, ${words.switchTo}`}
              onClick={() => setSheet('switch')}
            >
              <span className={textStyles.oneLine}>{name}</span>
              <ChevronDown size={22} strokeWidth={1.75} />
            </button>
          ) : (
            <span className={classes(textStyles.oneLine, layoutStyles.block)}>{name}</span>
          )}
        </h1>
        <IconButton label={words.add} onClick={() => setSheet('add')}>
          <ScanLine strokeWidth={1.75} />
        </IconButton>
      </header>
      <p className={classes(textStyles.secondary, layoutStyles.row, layoutStyles.gap8)}>
        <i className={classes(dotStyles.dot, !isOnline && dotStyles.off)} />
        <span>
          {isOnline ? words.online : serial}
          {isOnline && !name.includes(device.showsn) && ` · ${serial}`}
          {!isOnline && figuresAt > 0 && (
            <>
              {' · '}
              <AsOf at={figuresAt} />
            </>
          )}
        </span>
      </p>
      <SwitchSheet list={list} current={device} isOpen={open === 'switch'} onClose={close} />
      <BindSheet isOpen={open === 'add'} onClose={close} />
    </>
  )
}
