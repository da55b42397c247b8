/** The switch of night sound on a screen. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { useMutation } from '@tanstack/react-query'
import { Moon } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import listStyles from '../../ui/list.module.css'
import { Switch } from '../../ui/switch.tsx'
import { control } from '../data.ts'
import styles from './more-sheet.module.css'
import { nightText } from './night-text.ts'

/** The screen's browser may want a key on the screen itself first, or have no means for it. */
export function NightSwitch({ info: { screen_id: target, night } }: { info: PlayerInfo }) {
  const words = useText(nightText)
  const controlling = useMutation(control())
  return (
    <>
      <div className={listStyles.list}>
        <Switch
          icon={<Moon strokeWidth={1.75} />}
          isOn={night === 'on' || night === 'blocked'}
          isDisabled={night === 'none'}
          onChange={(isNight) => controlling.mutate({ kind: 'night', target, isNight })}
        >
          {words.night}
        </Switch>
      </div>
      <p className={styles.note} role="status">
        {night === 'blocked' ? words.blocked : night === 'none' ? words.none : words.explained}
      </p>
    </>
  )
}
