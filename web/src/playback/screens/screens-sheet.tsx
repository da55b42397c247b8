/** The TVs of a box in its settings: state, pairing another, and for the owner rename and remove. */
import type { Device } from '@homeport/contract/device.ts'
import type { Screen } from '@homeport/contract/playback/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import noteStyles from '../../ui/note.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { screens } from '../screens-data.ts'
import { NewTv } from './new-tv.tsx'
import { OneScreen } from './one-screen.tsx'
import styles from '../screens.module.css'
import { playbackText } from '../text.ts'
import { TvIcon, TvState } from './tv-row.tsx'

export function ScreensSheet({ device, isOpen, onClose }: { device: Device; isOpen: boolean; onClose: () => void }) {
  const words = useText(playbackText)
  const common = useText(commonText)
  const list = useQuery({ ...screens(device), enabled: isOpen && device.online === 1 })
  const [chosen, setChosen] = useState<Screen | null>(null)
  const field = useRef<HTMLInputElement>(null)
  function leave() {
    setChosen(null)
    onClose()
  }
  return (
    <Sheet isOpen={isOpen} onClose={leave} title={chosen?.name ?? words.screens} closeLabel={common.close}>
      {chosen ? (
        <OneScreen key={chosen.screen_id} device={device} screen={chosen} leave={() => setChosen(null)} />
      ) : (
        <>
          <ConnectionNote />
          {list.isError && !list.data && (
            <>
              <p className={noteStyles.note} role="alert">
                <WarnIcon size={18} />
                {words.screensFailed}
              </p>
              <Button isWide icon={<RetryIcon size={20} />} onClick={() => void list.refetch()}>
                {common.retry}
              </Button>
            </>
          )}
          {list.isPending && device.online === 1 && <Skeleton height={64} radius={20} isLate />}
          {list.data && (
            <>
              <List screens={list.data.data} isOwner={device.role === 'owner'} onSelect={setChosen} />
              <NewTv
                device={device}
                list={list.data}
                heardAt={list.dataUpdatedAt}
                isFirst={false}
                field={field}
                admitted={({ name }) => toast(words.admitted(name))}
              />
            </>
          )}
        </>
      )}
    </Sheet>
  )
}

function List({ screens: all, isOwner, onSelect }: { screens: Screen[]; isOwner: boolean; onSelect: (screen: Screen) => void }) {
  const words = useText(playbackText)
  if (all.length === 0) return <p className={textStyles.secondary}>{words.noScreens}</p>
  return (
    <ul className={classes(listStyles.list, styles.flat)}>
      {all.map((screen) => {
        const state = (
          <>
            <TvIcon screen={screen} />
            <span className={layoutStyles.grow}>
              <span className={classes(textStyles.label, textStyles.oneLine)}>{screen.name}</span>
              <span className={classes(textStyles.caption, layoutStyles.row, layoutStyles.gap8)}>
                <TvState screen={screen} />
              </span>
            </span>
          </>
        )
        return (
          <li key={screen.screen_id}>
            {isOwner ? (
              <button type="button" className={listStyles.row} onClick={() => onSelect(screen)}>
                {state}
                <span className={listStyles.chevron}>
                  <ChevronRight size={20} strokeWidth={1.75} />
                </span>
              </button>
            ) : (
              <div className={listStyles.row}>{state}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
