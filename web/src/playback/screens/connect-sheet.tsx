/** The sheet that connects a TV without a film to play, opened from the remote. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { screens } from '../screens-data.ts'
import { unnamedTv } from './name-tv.tsx'
import { NewTv } from './new-tv.tsx'
import { playbackText } from '../text.ts'

export function ConnectSheet({ device, isOpen, onClose }: { device: Device; isOpen: boolean; onClose: () => void }) {
  const words = useText(playbackText)
  const list = useQuery({ ...screens(device), enabled: isOpen && device.online === 1 })
  const field = useRef<HTMLInputElement>(null)
  const waits = (list.data?.waiting.length ?? 0) > 0
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={waits ? words.tvWaits : words.connect}
      closeLabel={useText(commonText).close}
      {...(waits ? { first: field } : {})}
    >
      <ConnectionNote />
      {list.data && (
        <NewTv
          device={device}
          list={list.data}
          heardAt={list.dataUpdatedAt}
          isFirst
          field={field}
          admitted={(screen) => {
            onClose()
            unnamedTv.set(screen)
          }}
        />
      )}
    </Sheet>
  )
}
